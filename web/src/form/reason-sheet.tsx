import type { ReactNode } from 'react'
import type { Asks } from '../page/opened.tsx'
import { ChipRadios } from '../ui/frame/chips.tsx'
import { EntrySheet, type EntrySheetProps } from './entry-sheet.tsx'
import { TextAreaField } from './fields.tsx'
import type { FormCall } from './form-call.ts'
import type { FormField } from './form-field.ts'
import { type EntryOptions, useEntry } from './use-entry.ts'

interface ReasonSheetProps extends EntrySheetProps {
  readonly field: FormField<string | null>
  /** Replaces the contract's label: 拒单原因. */
  readonly label?: string
  /** The most frequent reasons, as buttons. */
  readonly usual: readonly string[]
  readonly placeholder?: string
}

/** A sheet for a reason, with the relevant facts before it. */
export const ReasonSheet = ({
  field,
  label,
  usual,
  placeholder = '可补充说明',
  children,
  ...sheet
}: ReasonSheetProps) => (
  <EntrySheet {...sheet}>
    {children}
    <ChipRadios
      look="wrap"
      label={`常用${label ?? '原因'}`}
      options={usual.map((value) => ({ value, label: value }))}
      value={field.value ?? ''}
      onChange={field.set}
    />
    <TextAreaField of={field} label={label} optional={false} placeholder={placeholder} />
  </EntrySheet>
)

interface ReasonQuestion<I, O>
  extends Pick<EntryOptions<I, O>, 'start' | 'also' | 'toast' | 'toInput'>,
    Pick<ReasonSheetProps, 'title' | 'action' | 'variant' | 'label' | 'usual' | 'placeholder'> {
  /** The field of the call that takes the reason. */
  readonly field?: 'note' | 'text'
  /** Message for an empty reason, where the call itself does not require one. */
  readonly missing?: string | false
  /** What the user should know before answering. */
  readonly about?: ReactNode
}

/** A sheet that only asks for the reason of a call, and answers true once it was sent. */
export const reasonSheet = <I extends object, O, P>(
  call: FormCall<I, O>,
  of: (props: P) => ReasonQuestion<NoInfer<I>, NoInfer<O>>,
) =>
  // biome-ignore lint/correctness/noComponentHookFactories: called once per sheet, when its module is loaded.
  function AskReason({ answer, ...props }: P & Asks<true>) {
    const { start, toast, toInput, also, about, missing, field: name = 'reason', ...sheet } = of(props as P)
    const form = useEntry<I, O>(call, {
      start,
      toast,
      toInput,
      also(input, value) {
        const given = (value as { readonly [name]?: string | null })[name]
        return { [name]: missing !== undefined && !given?.trim() && missing, ...also?.(input, value) }
      },
      onSent: () => answer(true),
    })
    const field = (form.fields as Readonly<Record<string, FormField<string | null>>>)[name]!
    return (
      <ReasonSheet {...sheet} of={form} field={field}>
        {about}
      </ReasonSheet>
    )
  }
