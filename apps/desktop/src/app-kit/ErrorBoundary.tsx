import { Component, type ReactNode } from 'react';
import { WindowFailure } from './WindowStates.tsx';

interface Props {
  readonly children: ReactNode;
  /** Called before the content is tried again, for instance to forget a module that failed to load. */
  readonly onRetry?: () => void;
  /** Fetches what did not arrive, without a word: when it is there, the content is shown again. */
  readonly fetch?: () => Promise<unknown>;
}
interface Caught {
  readonly failed: boolean;
  readonly error: unknown;
}

/** Keeps a failure inside one window: the rest of the desktop goes on, and the window offers another try. */
export class ErrorBoundary extends Component<Props, Caught> {
  override state: Caught = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): Caught {
    return { failed: true, error };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <WindowFailure
        error={this.state.error}
        onRetry={() => {
          this.props.onRetry?.();
          this.setState({ failed: false, error: null });
        }}
        {...(this.props.fetch === undefined ? {} : { fetch: this.props.fetch })}
      />
    );
  }
}
