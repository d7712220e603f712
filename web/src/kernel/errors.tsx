import { Component, type ComponentType, type ReactNode } from 'react'

interface Props {
  readonly Failure: ComponentType<{ error: unknown; retry: () => void }>
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** Catches what a page throws while it draws, so that the bars and the other pages live on. */
export class PageBoundary extends Component<Props, { readonly error: unknown; readonly failed: boolean }> {
  override state = { error: null as unknown, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
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
