export * from './driver.ts';
export * from './errors.ts';
export * from './power.ts';
export * from './ring.ts';
export * from './states.ts';
export * from './transitions.ts';
export * from './types.ts';
export * from './verbs.ts';
