import type { ReactNode } from 'react'
import { ChipChecks } from '../../../ui/frame/chips.tsx'
import { Note } from '../../../ui/layout.tsx'

/** Over what a change of prices is chosen by. */
export const ChoiceHead = ({ children }: { readonly children: ReactNode }) => (
  <Note as="h3" top={16} below={8} weight="r" num>
    {children}
  </Note>
)

interface ChoicesProps<V extends string> {
  /** 门店. */
  readonly label: string
  /** After it, in the heading alone. */
  readonly note?: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly value: readonly V[]
  readonly onChange: (value: V[]) => void
}

/** Any of those there are, under their heading. */
export const Choices = <V extends string>({ note, ...chips }: ChoicesProps<V>) => (
  <>
    <ChoiceHead>
      {chips.label}
      {note}
    </ChoiceHead>
    <ChipChecks look="wrap" {...chips} />
  </>
)
