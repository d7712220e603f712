import './input.css'
import { type ChangeEvent, type ComponentProps, type ReactNode, useState } from 'react'
import { say } from '../../words/words.ts'
import { IconButton } from '../button.tsx'
import { cx } from '../class-names.ts'
import { Text } from '../layout.tsx'
import { useFieldLink } from './field.tsx'

export type TextInputProps = ComponentProps<'input'> & {
  /** `box` with an outline, `fill` 52 high and grey for login. */
  look?: 'box' | 'fill'
  /** Before the text: +86, ¥. */
  prefix?: ReactNode
  /** After the text: km, an eye button. */
  suffix?: ReactNode
  /** Shows a cross while there is text; called after a tap, to clear the parent's value. */
  onClear?: () => void
}

/** A native input; takes all its props, so `{...register('name')}` works. At least 15 px, so that phones do not zoom in. */
export function TextInput({ look = 'box', prefix, suffix, onClear, className, ...rest }: TextInputProps) {
  const link = useFieldLink()
  return (
    <span className={cx('input', `input-${look}`, className)}>
      {prefix && <span className="input-side">{prefix}</span>}
      <input type="text" autoComplete="off" {...link} {...rest} className="input-text" />
      {onClear && <IconButton className="clear" name="close" label={say('清除')} size={16} onClick={onClear} />}
      {suffix && <span className="input-side">{suffix}</span>}
    </span>
  )
}

export type AmountInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'max'> & {
  /** Integer fen; null while empty. */
  value: number | null
  onChange: (fen: number | null) => void
}

/**
 * An amount typed in yuan with at most two decimals; the value is in fen. An amount above the limit is not cut, so that
 * the validation can report it.
 */
export function AmountInput({ value, onChange, prefix = '¥', ...rest }: AmountInputProps) {
  // The typed text (`12.`) is stored with its number, until the number changes from outside.
  const [typed, setTyped] = useState({ text: amountText(value), fen: value })
  const text = typed.fen === value ? typed.text : amountText(value)

  function type(event: ChangeEvent<HTMLInputElement>) {
    const next = event.target.value.replaceAll(/[,，\s]/g, '').replace('。', '.')
    if (!/^\d{0,12}(\.\d{0,2})?$/.test(next)) return
    const fen = /\d/.test(next) ? Math.round(Number(next) * 100) : null
    setTyped({ text: next, fen })
    onChange(fen)
  }
  return (
    <TextInput
      {...rest}
      className={cx('num', 'input-amount', rest.className)}
      prefix={prefix}
      inputMode="decimal"
      value={text}
      onChange={type}
      onBlur={(event) => {
        setTyped({ text: amountText(value), fen: value })
        rest.onBlur?.(event)
      }}
    />
  )
}

function amountText(fen: number | null): string {
  return fen === null ? '' : (fen / 100).toFixed(2)
}

export type TextAreaProps = ComponentProps<'textarea'> & {
  /** Shown as 12/200; also limits the input. */
  maxLength?: number
}

/** Several lines; grows with its text in browsers that support it. */
export function TextArea({ maxLength, className, onInput, ...rest }: TextAreaProps) {
  const link = useFieldLink()
  const [length, setLength] = useState(() => String(rest.value ?? rest.defaultValue ?? '').length)
  const shown = typeof rest.value === 'string' ? rest.value.length : length
  return (
    <span className={cx('text-area', className)}>
      <textarea
        rows={3}
        {...link}
        {...rest}
        maxLength={maxLength}
        className="text-area-text"
        onInput={(event) => {
          setLength(event.currentTarget.value.length)
          onInput?.(event)
        }}
      />
      {maxLength !== undefined && (
        <Text ink={3} size="xs" text="right" block num aria-hidden="true">
          {shown}/{maxLength}
        </Text>
      )}
    </span>
  )
}
