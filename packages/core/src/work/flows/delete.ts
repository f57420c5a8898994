import type { NodePatch } from '@ingot/domain';
import { transition } from '../../transition.ts';
import { clearedSteps } from '../end.ts';
import type { FlowResult, Work } from '../work.ts';
import { cleanFlow } from './clean.ts';

/** What a teardown wipes in any case, also when the driver failed (reference: state-machine §4, delete). */
const INSTANCE_GONE: NodePatch = { instance_info: {}, instance_uuid: null, instance_name: null, allocation_uuid: null };

/** deleted/undeploy: tear down, forget the instance, then automated cleaning in the same operation. */
export async function deleteFlow(work: Work): Promise<FlowResult> {
  if (work.node.provision_state === 'deleting') {
    const deploy = work.drivers.of(work.node, 'deploy');
    try {
      work.assertOwned();
      await deploy.cleanUp(work);
      await deploy.tearDown(work);
    } catch (error) {
      if (!work.signal.aborted) await work.save(INSTANCE_GONE);
      throw error;
    }
    await work.save({ ...clearedSteps(), ...INSTANCE_GONE, ...transition(work.node, 'clean') });
  }
  return cleanFlow(work);
}
