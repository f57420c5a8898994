# One image for every process; the command chooses: apps/api, apps/conductor or apps/dashboard.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
# Not `npm ci`: see ./ingot.
RUN npm install --no-save --no-audit --no-fund \
 && npm run generate \
 && npm prune --omit=dev --no-save --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production
# The same as NODE_FLAGS in apps/cli/src/places.ts.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size=512"
WORKDIR /app
COPY --from=build /app .
USER node
EXPOSE 6385 6386 6387
CMD ["node", "apps/api/src/main.ts"]
