import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useReducer } from 'react'
import { type Ask, queries } from '../kernel/call/calls.ts'
import { baseCode, CallFailure, hasCode } from '../kernel/call/failure.ts'
import { feedback } from '../kernel/call/feedback.ts'
import { PageBoundary } from '../kernel/page/errors.tsx'
import { useBack, useRow, useScreen } from '../kernel/page/pages.tsx'
import type { Screen } from '../kernel/page/screen.ts'
import type { Readers, ValuesOf } from '../kernel/page/search.ts'
import { NavBar } from '../ui/frame/nav-bar.tsx'
import { PageFrame, type PageFrameProps } from '../ui/frame/page-frame.tsx'
import { Skeleton, type SkeletonProps } from '../ui/frame/skeleton.tsx'
import { NotLoaded } from './not-loaded.tsx'

export interface PageProps extends Omit<PageFrameProps, 'header'> {
  /** Only where the bar says something other than the screen's row. */
  readonly title?: ReactNode
  /** Only where back leads elsewhere than to the screen's parent; null: there is no way back. */
  readonly onBack?: (() => void) | null
  readonly right?: ReactNode
  /** Under the bar, and as fixed as it: search, tabs, steps. */
  readonly head?: ReactNode
}

/** The frame of a screen: title, way back and width come from its row. */
export function Page({ title, onBack, right, head, ...frame }: PageProps) {
  const row = useRow()
  const leave = useBack()
  const back = onBack === undefined ? leave : (onBack ?? undefined)
  return (
    <PageFrame
      narrow={row.narrow}
      {...frame}
      header={
        <>
          <NavBar title={title ?? row.title} onBack={back} right={right} />
          {head}
        </>
      }
    />
  )
}

type AnswersOf<A extends readonly Ask<unknown>[]> = { readonly [K in keyof A]: A[K] extends Ask<infer O> ? O : never }

/** Asks for what a part further down is drawn from, so that it has not to wait for the answers before it. */
export function askAhead(...asks: readonly Ask<unknown>[]): void {
  for (const one of asks) if (!queries.getQueryState(one.queryKey)) void queries.prefetchQuery(one)
}

/**
 * The answers that a page is drawn from. Where one is missing, `page()` draws the skeleton or the failure instead, so the
 * code after it has them all. They are asked for together: name all of them in one use.
 */
export function useAnswers<const A extends readonly Ask<unknown>[]>(...asks: A): AnswersOf<A> {
  askAhead(...asks)
  // biome-ignore lint/correctness/useHookAtTopLevel: a page names the same number of reads each time.
  return asks.map((one) => useSuspenseQuery(one).data) as AnswersOf<A>
}

/** Asks again for what a page shows, as pulling it down does. What is shown stays; a failure makes a toast. */
export async function refresh(...asks: readonly Ask<unknown>[]): Promise<void> {
  try {
    await Promise.all(asks.map((one) => queries.fetchQuery({ ...one, staleTime: 0 })))
  } catch (error) {
    // Who is signed out by it is told so in place of the page.
    if (error instanceof CallFailure && !hasCode(error, baseCode.invalidToken)) feedback.toast(error.message, 'error')
  }
}

/**
 * The component of a screen. `Body` gets the values of the address and draws a `Page`; until its answers are there,
 * and when they do not come, the page around it is drawn here.
 */
export function page<R extends Readers>(
  row: Screen<R>,
  Body: ComponentType<ValuesOf<R>>,
  skeleton: SkeletonProps = { shape: 'detail' },
): ComponentType {
  return function ScreenPage() {
    const values = useScreen(row)
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    return (
      <PageBoundary Failure={Failed} of={values}>
        <Suspense fallback={<Waiting skeleton={skeleton} onAnswer={drawAgain} />}>
          <Body {...values} />
        </Suspense>
      </PageBoundary>
    )
  }
}

/**
 * The page while its answers are on their way. React shows what it had suspended no sooner than 300 ms after the fallback;
 * drawing the page by a state change of its own when an answer comes is not held back (e2e/page.spec.ts measures it).
 */
function Waiting({ skeleton, onAnswer }: { skeleton: SkeletonProps; onAnswer: () => void }) {
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && (event.action.type === 'success' || event.action.type === 'error')) onAnswer()
      }),
    [onAnswer],
  )
  return (
    <Page>
      <Skeleton {...skeleton} />
    </Page>
  )
}

/** A page whose answers did not come: tried again, unless the server has said no. Faults of ours are the stage's. */
function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const back = useBack()
  const failure = error instanceof CallFailure ? error : null
  useEffect(() => {
    // A failure that stays in the cache would be thrown again at once by whoever asks for the same.
    queries.removeQueries({ predicate: ({ state }) => state.status === 'error' && state.data === undefined })
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  })
  if (failure === null) throw error
  return (
    <Page>
      <NotLoaded failure={failure} onRetry={retry} onBack={back} />
    </Page>
  )
}
