import type { ReactNode } from 'react'
import { ChipChecks } from '../../../ui/frame/chips.tsx'
import { Note } from '../../../ui/layout.tsx'

/** Heading of the choices in a sheet that changes prices. */
export const ChoiceHead = ({ children }: { readonly children: ReactNode }) => (
  <Note as="h3" top={16} below={8} weight="r" num>
    {children}
  </Note>
)

interface ChoicesProps<V extends string> {
  /** For example 门店. */
  readonly label: string
  /** Shown after the label in the heading only. */
  readonly note?: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
}

/** A multiple choice below its heading. */
export const Choices = <V extends string>({ note, ...chips }: ChoicesProps<V>) => (
  <>
    <ChoiceHead>
      {chips.label}
      {note}
    </ChoiceHead>
    <ChipChecks look="wrap" {...chips} />
  </>
)
