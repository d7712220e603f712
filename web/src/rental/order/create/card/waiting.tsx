import type { ReactNode } from 'react'
import type { CallFailure } from '../../../../kernel/call/failure.ts'
import { useBack } from '../../../../kernel/page/pages.tsx'
import { NotLoaded } from '../../../../page/not-loaded.tsx'
import { Page } from '../../../../page/page.tsx'
import { Skeleton } from '../../../../ui/frame/skeleton.tsx'

/** The page without its form: a skeleton, or the reason of a failure. */
export const Waiting = ({ children = <Skeleton cards={4} shape="rows" /> }: { children?: ReactNode }) => (
  <Page>{children}</Page>
)

export const Failed = ({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) => (
  <Waiting>
    <NotLoaded failure={failure} onRetry={onRetry} onBack={useBack()} />
  </Waiting>
)
