import './search.css'
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { cx } from '../class-names.ts'
import { Icon } from '../icon.tsx'
import { IconButton } from '../layout.tsx'

export type SearchProps = {
  /** Current search text. */
  value: string
  /** Called when typing pauses, and at once on Enter and on clearing; never during an IME composition. */
  onChange: (text: string) => void
  placeholder: string
  /** Pause in milliseconds. */
  debounce?: number
  /** `enter`: called only on Enter, where the search opens another page. */
  when?: 'typing' | 'enter'
  /** `page` grey on a white bar, `surface` white on the grey page. */
  tone?: 'page' | 'surface'
  /** `/` anywhere on the page focuses the field; the key is shown on devices with a mouse. */
  hotkey?: boolean
  autoFocus?: boolean
  /** At the end of the field: a camera button that scans the text. */
  extra?: ReactNode
  className?: string
}

/** A search box, 40 high. */
export function Search(props: SearchProps) {
  const {
    value,
    onChange,
    placeholder,
    debounce = 300,
    when = 'typing',
    tone = 'page',
    hotkey,
    autoFocus,
    extra,
    className,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, from: value })
  const text = typed.from === value ? typed.text : value
  const composing = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const emit = useEffectEvent((next: string) => onChange(next))

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!hotkey) return
    function focus(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, dialog')) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [hotkey])

  function type(next: string, pause: number) {
    setTyped({ text: next, from: value })
    clearTimeout(timer.current)
    if (when === 'enter' || composing.current || next.trim() === value) return
    timer.current = setTimeout(() => emit(next.trim()), pause)
  }
  function press(event: ReactKeyboardEvent) {
    // During composition, Enter chooses a word of the IME; it must not submit a surrounding form.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    clearTimeout(timer.current)
    onChange(text.trim())
  }
  return (
    <search className={cx('search', tone === 'surface' && 'search-surface', className)}>
      <Icon name="search" />
      <input
        ref={(element) => {
          input.current = element
          // A dialog focuses the element with this attribute, which React does not write.
          if (autoFocus) element?.setAttribute('autofocus', '')
        }}
        className="search-input"
        type="search"
        enterKeyHint="search"
        aria-label={placeholder}
        placeholder={placeholder}
        // biome-ignore lint/a11y/noAutofocus: only where searching is the only action.
        autoFocus={autoFocus}
        value={text}
        onKeyDown={press}
        onChange={(event) => type(event.target.value, debounce)}
        onCompositionStart={() => {
          composing.current = true
        }}
        onCompositionEnd={(event) => {
          composing.current = false
          type(event.currentTarget.value, debounce)
        }}
      />
      {text && (
        <IconButton
          className="clear"
          name="close"
          label="清除"
          size={16}
          onClick={() => {
            type('', 0)
            input.current?.focus()
          }}
        />
      )}
      {extra}
      {hotkey && !text && <kbd className="search-key">/</kbd>}
    </search>
  )
}
