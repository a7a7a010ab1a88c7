import { boxOperations, type Operations } from '@boxwood/domain';
import { BoxClientToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** What was done on this box, of which Activity alone tells. */
export const useOperations = lateService('Operations', [BoxClientToken], (box): Operations => boxOperations(box));
