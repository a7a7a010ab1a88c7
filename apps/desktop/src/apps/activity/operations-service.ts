import { boxOperations, type Operations } from '@boxwood/domain';
import { BoxClientToken } from '../../composition/service-tokens.ts';
import { lazyService } from '../../platform/react/lazy-service.ts';

/** The operations journal of the box, used only by Activity. */
export const useOperations = lazyService('Operations', [BoxClientToken], (box): Operations => boxOperations(box));
