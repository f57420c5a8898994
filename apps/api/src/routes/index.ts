import type { Route } from '../route.ts';
import { routes as agent } from './agent.ts';
import { routes as conductors } from './conductors.ts';
import { routes as drivers } from './drivers.ts';
import { routes as nodeParts } from './node-parts.ts';
import { routes as nodes } from './nodes.ts';
import { routes as ports } from './ports.ts';
import { routes as root } from './root.ts';
import { routes as states } from './states.ts';

/** Every endpoint. */
export const ROUTES: Route[] = [...root, ...nodes, ...nodeParts, ...states, ...ports, ...drivers, ...conductors, ...agent];
