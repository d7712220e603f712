import type { ReactNode } from 'react'
import type { useRead } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import { Empty, LoadError } from '../../ui/empty.tsx'
import { NavBar } from '../../ui/nav-bar.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const missing = refusedAs('notFound', 'forbidden')
/** The id under which a new record is entered. */
export const NEW = '0'

interface RecordScreenProps<T> {
  readonly id: string
  readonly stored: Pick<ReturnType<typeof useRead>, 'error' | 'refetch'> & { readonly data: T | undefined }
  /** What is edited: 车型. */
  readonly noun: string
  readonly onBack: () => void
  /** Why it cannot be changed any more: 已处置. */
  readonly ended?: (record: T) => string | undefined
  /** The form, of a record or, with null, of a new one. */
  readonly form: (record: T | null, refetch: () => void) => ReactNode
}

/** A new record, or a change to one: its form once it is there. */
export function RecordScreen<T>({ id, stored, noun, onBack, ended, form }: RecordScreenProps<T>) {
  const { data, error } = stored
  if (id === NEW) return form(null, () => {})
  const end = data === undefined ? undefined : ended?.(data)
  if (data !== undefined && end === undefined) return form(data, () => void stored.refetch())
  const action = { label: '返回', onClick: onBack }
  return (
    <PageFrame narrow header={<NavBar title={`编辑${noun}`} onBack={onBack} />}>
      {end !== undefined ? (
        <Empty title={`${noun}${end}`} note={`${end}的${noun}不能修改`} action={action} />
      ) : error === null ? (
        <Skeleton cards={4} shape="detail" />
      ) : missing(error) ? (
        <Empty art="locked" title={`${noun}不存在或无权查看`} action={action} />
      ) : (
        <LoadError title="加载失败" note="已填写的内容不会丢失" onRetry={() => void stored.refetch()} />
      )}
    </PageFrame>
  )
}
