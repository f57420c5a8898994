import type { Route } from '../route.ts';
import { routes as agent } from './agent.ts';
import { routes as conductors } from './conductors.ts';
import { routes as drivers } from './drivers.ts';
import { routes as nodeHistory } from './node-history.ts';
import { routes as nodeMaintenance } from './node-maintenance.ts';
import { routes as nodeTraits } from './node-traits.ts';
import { routes as nodes } from './nodes.ts';
import { routes as ports } from './ports.ts';
import { routes as root } from './root.ts';
import { routes as states } from './states.ts';

/** Every endpoint. */
export const ROUTES: Route[] = [...root, ...nodes, ...nodeMaintenance, ...nodeTraits, ...nodeHistory, ...states, ...ports, ...drivers, ...conductors, ...agent];
