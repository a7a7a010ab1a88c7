import type { StateStream } from '@boxwood/domain';
import { useObservableEagerState } from 'observable-hooks';

/**
 * The current value of a state stream; the component renders again when it changes. The stream must stay the same while
 * the component is mounted; a component that shows another folder or window gets a `key`.
 */
export const useStream = <S>(stream: StateStream<S>): S => useObservableEagerState(stream);
