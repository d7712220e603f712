import type { ReactNode } from 'react'
import { goBack } from '../../../kernel/page/router.ts'
import { Page } from '../../../page/frame.tsx'
import { LoadError } from '../../../ui/frame/empty.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { orderScreens } from '../../screens.ts'

export function Failed({ failure, onRetry }: { failure: { kind: string; message: string }; onRetry: () => void }) {
  return (
    <LoadError
      title={failure.kind === 'lost' ? '网络不稳定' : '加载失败'}
      note={failure.kind === 'lost' ? '页面没有加载出来，已填写的内容还在' : failure.message}
      onRetry={onRetry}
    />
  )
}

/** The page without its form: what is coming, or why it does not. */
export function Waiting({ children }: { children?: ReactNode }) {
  return <Page onBack={() => goBack(orderScreens.list.path)}>{children || <Skeleton cards={4} shape="rows" />}</Page>
}
