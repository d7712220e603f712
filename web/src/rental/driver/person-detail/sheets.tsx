import { useState } from 'react'
import { driverBlacklistPerson } from '../../../form/calls/driver-blacklist-person.gen.ts'
import { driverSetTags } from '../../../form/calls/driver-set-tags.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField } from '../../../form/fields.tsx'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { TagsField } from '../../../form/tags-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import type { Asks } from '../../../page/opened.tsx'
import { Note } from '../../../ui/layout.tsx'
import { usePerson } from './use-person.ts'

interface BlacklistSheetProps extends Asks<true> {
  readonly personId: string
  /** The chosen change; it stays the same when another person changed the list first. */
  readonly on: boolean
}

/** Adds a customer to the blacklist or removes them, with a reason. */
export function BlacklistSheet({ personId, on, answer }: BlacklistSheetProps) {
  const { data: person, refetch } = usePerson(personId)
  const [overtaken, setOvertaken] = useState(false)
  const form = useEntry(driverBlacklistPerson, {
    start: { personId, on },
    toInput: (value) => ({ ...value, version: person?.version ?? null }),
    handles: isStale,
    onFailure(failure) {
      if (!isStale(failure)) return
      setOvertaken(true)
      void refetch()
    },
    toast: on ? '已加入黑名单' : '已移出黑名单',
    onSent: () => answer(true),
  })
  const word = on ? '加入黑名单' : '移出黑名单'
  return (
    <EntrySheet
      title={word}
      of={form}
      action={word}
      variant={on ? 'destroy' : 'primary'}
      reason={person?.blacklist === on ? `该客户已${word}` : undefined}
    >
      <StaleNotice staleness={{ state: overtaken ? 'ready' : 'none', changes: [] }} />
      <Note>
        {on ? `${person?.name} 将不能在本商家下单和取车，进行中的订单不受影响` : `${person?.name} 可以重新下单和取车`}
      </Note>
      <TextAreaField of={form.fields.reason} placeholder="仅店内员工可见，操作会留痕" />
    </EntrySheet>
  )
}

interface TagsSheetProps extends Asks<true> {
  readonly personId: string
  readonly tags: readonly string[]
}

/** The tags of a customer. */
export function TagsSheet({ personId, tags, answer }: TagsSheetProps) {
  const known = useRead(calls.driver.customerTags, {}).data ?? []
  const form = useEntry(driverSetTags, {
    start: { personId, tags: [...tags] },
    toast: '标签已保存',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="客户标签" of={form} action="保存">
      <TagsField of={form.fields.tags} known={known} placeholder="如 老客户、企业员工" />
    </EntrySheet>
  )
}
