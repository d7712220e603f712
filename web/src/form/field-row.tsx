import type { ReactNode } from 'react'
import { Field, type FieldProps } from '../ui/field/field.tsx'
import { Box, Button, Note, Row } from '../ui/layout.tsx'
import { errorOf, type FormField, isOptional } from './form-field.ts'

/** Common props of every field component; label, 选填 and message come from the field itself. */
export interface RowProps<V> extends Pick<FieldProps, 'hint' | 'extra' | 'optional' | 'className'> {
  readonly of: FormField<V>
  /** Replaces the label of the contract, when there is little space or more to say. */
  readonly label?: ReactNode
}

interface FieldRowProps<V> extends RowProps<V> {
  /** Text of a value, for a user who compares two of them; '' for none. */
  readonly words: (value: V) => string
  readonly group?: boolean
  readonly inline?: boolean
  readonly children: ReactNode
}

/** A field of a form around its control: its label, its error message, and the value that another user saved meanwhile. */
export function FieldRow<V>({
  of,
  words,
  label = of.rules.label,
  optional = isOptional(of.rules),
  ...rest
}: FieldRowProps<V>) {
  return (
    <>
      <Field {...{ ...rest, label, optional }} error={errorOf(of)} />
      <Theirs of={of} words={words} />
    </>
  )
}

interface TheirsProps<V> {
  readonly of: FormField<V>
  readonly words: (value: V) => string
}

/** The value that another user saved in this field while it was being changed here: the user chooses one of the two. */
export function Theirs<V>({ of, words }: TheirsProps<V>) {
  if (of.theirs === undefined) return null
  return (
    <Box pad={[8, 16, 12]} fill="warning" ink={1} role="alert" aria-label="修改冲突" data-theirs ref={showIfFirst}>
      <p>他人改为：{words(of.theirs.value) || '（空）'}</p>
      <Row gap={8} top={8} align="stretch">
        <Button size="s" aria-label={`${of.rules.label}用我的`} onClick={() => of.decide('mine')}>
          用我的
        </Button>
        <Button size="s" aria-label={`${of.rules.label}用对方的`} onClick={() => of.decide('theirs')}>
          用对方的
        </Button>
      </Row>
    </Box>
  )
}

/** The button that was tapped is far below the first conflict, and its bar covers the end of the page. */
function showIfFirst(element: HTMLElement | null): void {
  if (element && document.querySelector('[data-theirs]') === element) element.scrollIntoView({ block: 'center' })
}

/** For a field without a row: below a card with its own editor. */
export function FieldNote<V>(props: TheirsProps<V>) {
  const error = errorOf(props.of)
  return (
    <>
      {error && (
        <Note ink="danger" pad={[0, 16, 12]} role="alert" data-field-error>
          {error}
        </Note>
      )}
      <Theirs {...props} />
    </>
  )
}
