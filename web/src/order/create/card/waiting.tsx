import type { ReactNode } from 'react'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { NotLoaded } from '../../../page/not-loaded.tsx'
import { Page } from '../../../page/page.tsx'
import { Skeleton } from '../../../ui/frame/skeleton.tsx'
import { orderScreens } from '../../screens.ts'

const back = () => goBack(orderScreens.list.path)

/** The page without its form: what is coming, or why it does not. */
export const Waiting = ({ children = <Skeleton cards={4} shape="rows" /> }: { children?: ReactNode }) => (
  <Page onBack={back}>{children}</Page>
)

export const Failed = ({ failure, onRetry }: { failure: CallFailure; onRetry: () => void }) => (
  <Waiting>
    <NotLoaded failure={failure} onRetry={onRetry} onBack={back} />
  </Waiting>
)
