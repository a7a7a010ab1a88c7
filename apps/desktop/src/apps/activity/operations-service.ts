import { boxOperations, type Operations } from '@boxwood/domain';
import { BoxClientToken } from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';

/** The operations journal of the box, used only by Activity. */
export const useOperations = lateService('Operations', [BoxClientToken], (box): Operations => boxOperations(box));
