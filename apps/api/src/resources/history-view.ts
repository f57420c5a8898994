import type { HistoryRecord } from '@ingot/domain';
import { links } from '../listing.ts';
import type { ApiRequest } from '../route.ts';
import { type Shape, view } from './view.ts';

/** The fields of a history record and the microversion 1.N since which they are there. `user` stays null without accounts. */
const HISTORY_SINCE = {
  uuid: 78, created_at: 78, severity: 78, event: 78, links: 78, event_type: 78, conductor: 78, user: 78, project: 113, state: 115,
  target_provision_state: 115, duration_seconds: 115,
};
const HISTORY_BRIEF = ['uuid', 'created_at', 'severity', 'event', 'links'];
const BRIEF_EVENT = 255;

const SHAPE: Shape<HistoryRecord> = {
  since: HISTORY_SINCE,
  shown: {
    state: (entry) => entry.provision_state,
    links: (entry, { baseUrl }) => links(baseUrl, `nodes/${entry.node_uuid}/history/${entry.uuid}`),
  },
  made: { links: ['node_uuid'], state: ['provision_state'] },
};
/** In brief the event's text is cut, as Ironic cuts it. */
export function historyView(entry: HistoryRecord, request: ApiRequest, detail: boolean) {
  if (detail) return view(SHAPE, entry, request);
  const event = entry.event && entry.event.length > BRIEF_EVENT ? `${entry.event.slice(0, BRIEF_EVENT - 4)}...` : entry.event;
  return view(SHAPE, { ...entry, event }, request, HISTORY_BRIEF);
}
