import { Component, type ReactNode } from 'react';
import { WindowFailure } from './WindowStates.tsx';

interface Props {
  readonly children: ReactNode;
  /** Called before the content is tried again, for example to discard a module that failed to load. */
  readonly onRetry?: () => void;
  /** Loads the code chunk of the window again after it failed to load. The content is shown once it has loaded. */
  readonly reloadChunk?: () => Promise<unknown>;
}
interface ErrorBoundaryState {
  readonly failed: boolean;
  readonly error: unknown;
}

/** Catches an error within one window: the rest of the desktop continues, and the window offers a retry. */
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
        {...(this.props.reloadChunk === undefined ? {} : { reloadChunk: this.props.reloadChunk })}
      />
    );
  }
}
