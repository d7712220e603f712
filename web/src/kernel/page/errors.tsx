import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  readonly Failure: ComponentType<{ error: unknown; retry: () => void }>
  readonly onRetry?: () => void
  /** Identity of the content: when it changes, the error is cleared and the children are rendered again. */
  readonly of?: unknown
  readonly children: ReactNode
}

interface State {
  readonly error: unknown
  readonly failed: boolean
  readonly of: unknown
}

/** Catches errors of a page's render, so that the bars and the other pages keep working. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, failed: false, of: this.props.of }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return of === state.of ? null : { error: null, failed: false, of }
  }

  override render() {
    const { Failure, onRetry, children } = this.props
    const retry = () => {
      onRetry?.()
      this.setState({ error: null, failed: false })
    }
    return this.state.failed ? <Failure error={this.state.error} retry={retry} /> : children
  }
}
