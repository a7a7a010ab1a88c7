import type { StateStream } from '@boxwood/domain';
import { useObservableEagerState } from 'observable-hooks';

/**
 * The other door: the current value of a state stream, rendered again when it changes. The stream must stay the same one
 * while the component is mounted; a component that shows another folder or window gets a `key`.
 */
export const useStream = <S>(stream: StateStream<S>): S => useObservableEagerState(stream);
