import { useSuspenseQuery } from '@tanstack/react-query'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useReducer,
  useState,
} from 'react'
import { type Ask, feedback, queries } from '../kernel/call/calls.ts'
import { baseCode, CallFailure, hasCode } from '../kernel/call/failure.ts'
import { PageBoundary } from '../kernel/page/errors.tsx'
import { useBack, useRow, useScreen } from '../kernel/page/pages.tsx'
import type { Screen } from '../kernel/page/screen.ts'
import type { Readers, ValuesOf } from '../kernel/page/search.ts'
import { LoadError } from '../ui/frame/empty.tsx'
import { NavBar } from '../ui/frame/nav-bar.tsx'
import { PageFrame, type PageFrameProps } from '../ui/frame/page-frame.tsx'
import { Skeleton, type SkeletonProps } from '../ui/frame/skeleton.tsx'
import { later } from '../ui/media/later.tsx'
import { translate } from '../words/words.ts'
import { HelpButton } from './help-button.tsx'
import { NotLoaded } from './not-loaded.tsx'
import { RoomTabs, useIsRoom } from './rooms.tsx'

export interface PageProps extends Omit<PageFrameProps, 'header'> {
  /** Only when the title differs from that of the screen's row. */
  readonly title?: ReactNode
  /** Only when back leads elsewhere than to the screen's parent; null: no back button. */
  readonly onBack?: (() => void) | null
  readonly right?: ReactNode
  /** Below the bar, and fixed like it: search, tabs, steps. */
  readonly head?: ReactNode
}

const CountContext = createContext<(words: string) => void>(() => {})

/** Shows beside the title of the page how many records its table has: 共 28 单. */
export function useCount(words: string): void {
  const show = useContext(CountContext)
  useEffect(() => {
    show(words)
    return () => show('')
  }, [show, words])
}

const CustomerHead = later(() => import('./customer-head.tsx'), null)

/** The frame of a screen: title, back button and width come from its row. */
export function Page({ title, onBack, right, head, children, ...frame }: PageProps) {
  const row = useRow()
  const leave = useBack()
  const isRoom = useIsRoom()
  const [count, setCount] = useState('')
  const back = onBack === undefined ? (isRoom ? undefined : leave) : (onBack ?? undefined)
  return (
    <PageFrame
      narrow={row.narrow}
      {...frame}
      header={
        <>
          {row.forCustomers && <CustomerHead bar />}
          <NavBar
            title={title ?? translate(row.title)}
            help={<HelpButton />}
            count={count}
            onBack={back}
            right={right ?? (row.forCustomers && <CustomerHead />)}
          />
          <RoomTabs />
          {head}
        </>
      }
    >
      <CountContext value={setCount}>{children}</CountContext>
    </PageFrame>
  )
}

type AnswersOf<A extends readonly Ask<unknown>[]> = { readonly [K in keyof A]: A[K] extends Ask<infer O> ? O : never }

/** Fetches the reads of a later part of the page in advance, so that it need not wait for the answers before it. */
export function askAhead(...asks: readonly Ask<unknown>[]): void {
  for (const one of asks) if (!queries.getQueryState(one.queryKey)) void queries.prefetchQuery(one)
}

/**
 * The answers that a page is rendered from. While one is missing, `page()` renders the skeleton or the failure instead,
 * so all answers are present in the code after this call. They are fetched in parallel: name all of them in one call.
 */
export function useAnswers<const A extends readonly Ask<unknown>[]>(...asks: A): AnswersOf<A> {
  askAhead(...asks)
  // biome-ignore lint/correctness/useHookAtTopLevel: a page passes the same number of reads each time.
  return asks.map((one) => useSuspenseQuery(one).data) as AnswersOf<A>
}

/** Fetches the reads of a page again, as pulling it down does. The old content stays visible; a failure shows a toast. */
export async function refresh(...asks: readonly Ask<unknown>[]): Promise<void> {
  try {
    await Promise.all(asks.map((one) => queries.fetchQuery({ ...one, staleTime: 0 })))
  } catch (error) {
    // An invalid token needs no toast: the login replaces the page.
    if (error instanceof CallFailure && !hasCode(error, baseCode.invalidToken)) feedback.toast(error.message, 'error')
  }
}

/**
 * The component of a screen. `Body` gets the values of the address and renders a `Page`; while its answers load, and
 * when they fail, the surrounding page is rendered here.
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
 * The page while its answers load. React reveals suspended content no sooner than 300 ms after the fallback; a state
 * change on each answer renders the page without this delay (e2e/page.spec.ts measures it).
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

/**
 * A page whose answers failed to load: a retry button, unless the server has refused. Programming errors are thrown to
 * the stage.
 */
function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const back = useBack()
  const failure = error instanceof CallFailure ? error : null
  useEffect(() => {
    // A cached failure would be thrown again at once by the next reader.
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

export interface AnswerProps<T> extends Omit<SkeletonProps, 'children'> {
  /** The result of `useRead`; for a list its first page. */
  readonly of: {
    readonly data: T | undefined
    readonly error: CallFailure | null
    readonly refetch: () => unknown
  }
  readonly children: (answer: T) => ReactNode
}

/**
 * One read inside a page, a card or a sheet: a skeleton while it loads, a retry line after a failure, then its answer.
 * A refusal shows the server's message.
 */
export function Answer<T>({ of: { data, error, refetch }, children, cards = 1, shape = 'rows' }: AnswerProps<T>) {
  if (data !== undefined) return children(data)
  if (error) {
    const title = error.kind === 'refused' ? error.message : undefined
    return <LoadError inline title={title} onRetry={() => void refetch()} />
  }
  return <Skeleton cards={cards} shape={shape} />
}
