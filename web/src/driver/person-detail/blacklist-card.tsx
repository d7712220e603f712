import { useState } from 'react'
import { isStale } from '../../form/stale.ts'
import { StaleNotice } from '../../form/stale-notice.tsx'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useMay } from '../../kernel/user.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Cell } from '../../ui/cell.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Field, useFirstError } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { PersonDetail } from '../parts/person-words.ts'

interface BlacklistCardProps {
  readonly person: PersonDetail
  readonly refetch: () => void
}

interface Asked {
  /** What was tapped; it stays so, also when somebody else was faster. */
  readonly on: boolean
  /** How many times it was: each begins with an empty reason. */
  readonly time: number
  readonly open: boolean
}

/** Whether nothing may be rented to them, and why; changed only with a reason. */
export function BlacklistCard({ person, refetch }: BlacklistCardProps) {
  const mayEdit = useMay('person.edit')
  const [asked, setAsked] = useState<Asked>()
  const { blacklist, blacklistReason } = person
  return (
    <Card>
      <Cell
        label="黑名单"
        note={blacklist ? blacklistReason || '未填写原因' : '加入后不能下单和取车'}
        extra={
          mayEdit ? (
            <Switch
              label="黑名单"
              checked={blacklist}
              onChange={() => setAsked({ on: !blacklist, time: (asked?.time ?? 0) + 1, open: true })}
            />
          ) : (
            <Tag tone={blacklist ? 'danger' : 'neutral'}>{blacklist ? '在黑名单中' : '否'}</Tag>
          )
        }
      />
      {asked && (
        <ReasonSheet
          key={asked.time}
          person={person}
          refetch={refetch}
          on={asked.on}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </Card>
  )
}

interface ReasonSheetProps extends BlacklistCardProps {
  readonly on: boolean
  readonly open: boolean
  readonly onClose: () => void
}

function ReasonSheet({ person, refetch, on, open, onClose }: ReasonSheetProps) {
  const { personId, version, name } = person
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const { frame, showFirst } = useFirstError()
  const change = useWrite(calls.driver.blacklistPerson, {
    handles: isStale,
    onFailure(failure) {
      if (!isStale(failure)) return
      setOvertaken(true)
      refetch()
    },
  })
  async function submit() {
    const text = reason.trim()
    setMissing(text === '')
    if (text === '') return showFirst()
    if (!(await change.run({ personId, on, reason: text, version }))) return
    feedback.toast(on ? '已加入黑名单' : '已移出黑名单')
    onClose()
  }
  const word = on ? '加入黑名单' : '移出黑名单'
  const done = person.blacklist === on
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={word}
      footer={
        <Button
          variant={on ? 'destroy' : 'primary'}
          size="l"
          block
          loading={change.pending}
          reason={done ? `该客户已${word}` : undefined}
          onClick={() => void submit()}
        >
          {word}
        </Button>
      }
    >
      <div ref={frame} className="person-detail-reason">
        <StaleNotice staleness={{ state: overtaken ? 'ready' : 'none', changes: [] }} />
        <p className="person-detail-note">
          {on ? `${name} 将不能在本商家下单和取车，进行中的订单不受影响` : `${name} 可以重新下单和取车`}
        </p>
        <Field label="原因" layout="stack" error={missing && !reason.trim() ? '请填写原因' : undefined}>
          <TextArea
            value={reason}
            maxLength={200}
            placeholder="仅店内员工可见，操作会留痕"
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </Sheet>
  )
}
