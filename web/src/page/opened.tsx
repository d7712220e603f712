import { QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { feedback, queries } from '../kernel/call/calls.ts'
import { PageBoundary } from '../kernel/page/errors.tsx'
import { OverPage } from '../kernel/page/pages.tsx'
import { Sheet, type SheetProps } from '../ui/modal/sheet.tsx'
import { say } from '../words/words.ts'
import { usePlace } from './place.ts'

/*
 * The components opened by open(), oldest first. They are rendered in a separate React root, so that neither the shell
 * nor a page contains any of this code before something is opened.
 */

interface Question {
  readonly key: number
  /** False during the closing animation. */
  readonly open: boolean
  readonly draw: (props: object) => ReactNode
  readonly props: object
  /** Place where it was opened. */
  readonly place: string
  /** Closes it without an answer. */
  readonly close: () => void
}

/** ms until a closed component is removed: longer than its closing animation. */
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

/** Renders a component with an `answer` prop besides its props. @returns the first answer */
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

/** For the frame of an opened component: whether it is still open, and a function that closes it without an answer. */
export function useOpened(): Pick<Question, 'open' | 'close'> {
  const opened = useContext(OpenedContext)
  if (!opened) throw new Error('drawn by open() alone')
  return opened
}

/** Closes what was opened at another place: the page below was left, or another user is signed in. */
function closeForeign(here: string): void {
  for (const { open, place, close } of questions) if (open && place !== here) close()
}

function Opened() {
  const here = usePlace()
  // Runs after the first render too: the page may have been left before it.
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

/** A component that failed to render is closed; the page below keeps working. */
function Broken({ error }: { error: unknown }) {
  const { close } = useOpened()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    console.error(error)
    feedback.toast(say('页面没有加载出来'), 'error')
    close()
  }, [])
  return null
}

/** Props of an opened component besides its own. */
export interface Asks<Answer> {
  /** Closes it with an answer; only the first call counts. Esc, back and the mask answer undefined. */
  readonly answer: (answer: Answer) => void
}

/** A `Sheet` that was opened by `open()`, which controls its state and closing animation. */
export function OpenedSheet(props: Omit<SheetProps, 'open' | 'onClose'>) {
  const { open, close } = useOpened()
  return <Sheet {...props} open={open} onClose={close} />
}
