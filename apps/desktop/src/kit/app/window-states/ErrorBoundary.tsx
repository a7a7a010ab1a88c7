import { Component, type ReactNode } from 'react';
import { WindowFailure } from './WindowStates.tsx';

interface Props {
  readonly children: ReactNode;
  /** Called before the content is tried again, for example to discard a module that failed to load. */
  readonly onRetry?: () => void;
  /** Loads the missing chunk again in the background; the content is shown once it has loaded. */
  readonly fetch?: () => Promise<unknown>;
}
interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error: unknown;
}

/** Contains a failure within one window: the rest of the desktop continues, and the window offers a retry. */
export class ErrorBoundary extends Component<Props, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
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
