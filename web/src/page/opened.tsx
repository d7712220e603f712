import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '../kernel/call/calls.ts'
import { feedback } from '../kernel/call/feedback.ts'
import { PageBoundary } from '../kernel/page/errors.tsx'
import { OverPage } from '../kernel/page/pages.tsx'
import { usePlace } from './place.ts'

/*
 * What open() has opened, oldest first. It is drawn apart from the pages, in a root of its own, so that neither the shell nor
 * a page holds any of its code before something is opened.
 */

interface Question {
  readonly key: number
  /** False while it moves out. */
  readonly open: boolean
  readonly draw: (props: object) => ReactNode
  readonly props: object
  /** Where it was asked. */
  readonly place: string
  /** Ends it without an answer. */
  readonly close: () => void
}

/** ms until a closed one is taken away: longer than its closing motion. */
const CLOSING = 400

let questions: readonly Question[] = []
let made = 0
let root: ReturnType<typeof createRoot> | undefined

function change(next: readonly Question[]): void {
  questions = next
  root ??= createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <QueryClientProvider client={queries}>
      <Opened />
    </QueryClientProvider>,
  )
}

/** Draws a component with an `answer` besides its props. @returns the first answer */
export function show<Answer>(draw: Question['draw'], props: object, place: string): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const key = ++made
    function answer(given: Answer | undefined) {
      resolve(given)
      change(questions.map((one) => (one.key === key ? { ...one, open: false } : one)))
      setTimeout(() => change(questions.filter((one) => one.key !== key)), CLOSING)
    }
    const close = () => answer(undefined)
    change([...questions, { key, open: true, draw, props: { ...props, answer }, place, close }])
  })
}

const OpenedContext = createContext<Pick<Question, 'open' | 'close'> | null>(null)

/** For the frame of an opened component: whether it is still open, and closing it without an answer. */
export function useOpened(): Pick<Question, 'open' | 'close'> {
  const opened = useContext(OpenedContext)
  if (!opened) throw new Error('drawn by open() alone')
  return opened
}

/** What was asked elsewhere is closed: the page under it was left, or somebody else looks at it. */
function closeForeign(here: string): void {
  for (const { open, place, close } of questions) if (open && place !== here) close()
}

function Opened() {
  const here = usePlace()
  // With the first drawing too: the page may have gone on before it.
  useEffect(() => closeForeign(here), [here])
  return questions.map(({ draw: Shown, ...one }) => (
    <OpenedContext key={one.key} value={one}>
      <OverPage>
        <PageBoundary Failure={Broken}>
          <Shown {...one.props} />
        </PageBoundary>
      </OverPage>
    </OpenedContext>
  ))
}

/** One that could not be drawn is closed; the page under it goes on. */
function Broken({ error }: { error: unknown }) {
  const { close } = useOpened()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    console.error(error)
    feedback.toast('页面没有加载出来', 'error')
    close()
  }, [])
  return null
}
