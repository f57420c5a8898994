import { isUuid, NotFound } from '@ingot/domain';
import { DETAIL, PAGE } from '../arguments.ts';
import { readNode } from '../ident.ts';
import { nextLink, uuidPageOf } from '../listing.ts';
import { historyView } from '../resources/history-view.ts';
import { route } from '../route.ts';

const notFound = (uuid: string) => new NotFound(`Node history record ${uuid} could not be found.`, 'NodeHistoryNotFound');
const SORTABLE = ['uuid', 'created_at', 'severity', 'event_type', 'event', 'conductor', 'user'];

export const routes = [
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/history', since: 78, summary: 'What happened to a node', policy: 'node:history:get', query: { ...PAGE, ...DETAIL }, success: 200,
    handler: async (request) => {
      const { history } = request.core.store;
      const detail = request.query.detail === true;
      const page = uuidPageOf(request, SORTABLE);
      const { uuid } = await readNode(request);
      const entries = await history.list(uuid, page);
      if (entries.length === 0 && page.marker !== undefined && !(await history.get(uuid, page.marker))) throw notFound(page.marker);
      return { body: { history: entries.map((entry) => historyView(entry, request, detail)), ...nextLink(request, `/v1/nodes/${uuid}/history`, page, entries) } };
    },
  }),
  route({
    method: 'GET', path: '/v1/nodes/:node_ident/history/:event', since: 78, summary: 'One entry of a history', policy: 'node:history:get', success: 200,
    handler: async (request) => {
      const event = request.params.event as string;
      const { uuid } = await readNode(request);
      const found = isUuid(event) ? await request.core.store.history.get(uuid, event) : undefined;
      if (!found) throw notFound(event);
      return { body: historyView(found, request, true) };
    },
  }),
];
