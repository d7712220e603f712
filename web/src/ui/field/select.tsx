import '../show/cell.css'
import { type ReactNode, useState } from 'react'
import { Icon } from '../icon.tsx'
import { Row, Text } from '../layout.tsx'
import { Sheet } from '../modal/sheet.tsx'
import { PickButton } from './pick-row.tsx'
import { Search } from './search.tsx'

export type SelectOption<V extends string | number> = {
  value: V
  label: string
  note?: ReactNode
  /** Why it cannot be chosen; replaces the note. */
  reason?: string
  /** Further search words, such as the pronunciation. */
  words?: string
}

/** Creates what is missing among the options; `sought`: the text that was searched for. */
export interface SelectAdd {
  readonly label: string
  readonly run: (sought: string) => void
}

export type SelectProps<V extends string | number> = {
  options: readonly SelectOption<V>[]
  value: V | undefined
  onChange: (value: V) => void
  /** Title of the sheet: 还车门店. */
  title: string
  placeholder?: string
  disabled?: boolean
  /** Adds a search over the labels; by default from eight options on. */
  search?: boolean
  /** The caller searches: `options` are then those of the text that was typed last. */
  onSearch?: (text: string) => void
  add?: SelectAdd
}

/** The value and a chevron, inside a `Field`; a tap opens a sheet with the options. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { options, value, onChange, title, placeholder, disabled, onSearch, add } = props
  const { search = onSearch !== undefined || options.length > 7 } = props
  const [open, setOpen] = useState(false)
  const [sought, setSought] = useState('')
  // A later search may not find it again.
  const [picked, setPicked] = useState<SelectOption<V>>()
  const chosen = [...options, ...(picked ? [picked] : [])].find((option) => option.value === value)
  const shown =
    sought && onSearch === undefined
      ? options.filter(({ label, words }) => label.includes(sought) || words?.includes(sought.toLowerCase()))
      : options
  return (
    <>
      <PickButton {...{ value: chosen?.label, placeholder, disabled }} onClick={() => setOpen(true)} />
      <Sheet open={open} onClose={() => setOpen(false)} title={title} flush>
        {search && (
          <Row pad={[0, 16, 8]}>
            <Search
              value={sought}
              onChange={(text) => {
                setSought(text)
                onSearch?.(text)
              }}
              placeholder="搜索"
              debounce={onSearch === undefined ? 0 : undefined}
            />
          </Row>
        )}
        <div role="listbox" aria-label={title}>
          {shown.map((option) => (
            <button
              key={option.value}
              type="button"
              role="option"
              className="cell cell-press select-option"
              aria-selected={option.value === value}
              disabled={option.reason !== undefined}
              onClick={() => {
                onChange(option.value)
                setPicked(option)
                setOpen(false)
              }}
            >
              <span className="grow">
                {option.label}
                {(option.reason ?? option.note) && (
                  <small className="block weight-r">{option.reason ?? option.note}</small>
                )}
              </span>
              {option.value === value && <Icon name="check" />}
            </button>
          ))}
        </div>
        {shown.length === 0 && (
          <Text as="p" pad={[32, 16]} ink={2} text="center">
            没有匹配的选项
          </Text>
        )}
        {add && (
          <button
            type="button"
            className="cell cell-press select-option select-add"
            onClick={() => {
              setOpen(false)
              add.run(sought.trim())
            }}
          >
            <Icon name="plus" size={20} />
            {add.label}
          </button>
        )}
      </Sheet>
    </>
  )
}
