import type { ReactNode } from 'react'
import type { Ask } from '../../../kernel/call/calls.ts'
import { Page, refresh, useAnswers } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'

/** The id in the address of a new record. */
export const NEW = '0'

interface RecordScreenProps<T> {
  readonly id: string
  readonly of: Ask<T>
  /** The noun of the record: 车型. */
  readonly noun: string
  readonly onBack: () => void
  /** Why the record cannot be changed any more: 已处置. */
  readonly ended?: (record: T) => string | undefined
  /** The form of a record; null stands for a new record. */
  readonly form: (record: T | null, refetch: () => void) => ReactNode
}

/** A page for a new record, or for changes to a stored one. */
export const RecordScreen = <T,>(props: RecordScreenProps<T>) =>
  props.id === NEW ? props.form(null, () => {}) : <Stored key={props.id} {...props} />

function Stored<T>({ of, noun, onBack, ended, form }: RecordScreenProps<T>) {
  const [record] = useAnswers(of)
  const end = ended?.(record)
  if (end === undefined) return form(record, () => void refresh(of))
  return (
    <Page onBack={onBack}>
      <Empty title={`${noun}${end}`} note={`${end}的${noun}不能修改`} action={{ label: '返回', onClick: onBack }} />
    </Page>
  )
}
