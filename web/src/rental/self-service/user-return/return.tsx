import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { formatClock } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { Card, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sayMoment } from '../../../words/dates.ts'
import type { Phrase } from '../../../words/english/column.ts'
import { say, translate } from '../../../words/words.ts'
import { PhotosEntry, ReadingsEntry } from '../parts/car-entries.tsx'
import type { VisitProps } from '../parts/customer-page.tsx'
import { DoorsPart } from '../parts/doors-part.tsx'
import type { SelfTask } from '../parts/task.ts'
import { useVisit } from '../parts/visit.ts'
import { VisitPage } from '../parts/visit-page.tsx'
import { PlaceStep } from './place-step.tsx'

/** The self-service return: parking place, photos, readings and keys, in any order; the return time is that of the submission. */
export default function Return(props: VisitProps) {
  const { t, task, reload } = props
  const visit = useVisit(props, handoverType.return, ['place', 'photos', 'readings', 'keys', 'lock'])
  const submit = useWrite(calls.selfService.submitReturn, { onDone: reload })
  return (
    <VisitPage
      visit={visit}
      submit={say('提交还车')}
      again={say('重新提交还车')}
      pending={submit.pending}
      onSubmit={async () => (await submit.run({ t })) !== null}
      waiting={say('还车时间按 {at} 提交时计算，验车早晚不影响费用；锁好车门、放好钥匙后可以离开，此页会自动更新', {
        at: formatClock(task.submittedAt ?? 0),
      })}
      passed={<Passed task={task} />}
      after={visit.filling && <Note>{say('提交即同意门店留存本次车况照片；位置只用于核对还车范围，不保存')}</Note>}
    >
      <StepEntry number={1} title={say('停放位置')} note={placeNote(task)} state={visit.stateOf('place')}>
        <PlaceStep visit={visit} />
      </StepEntry>
      <PhotosEntry visit={visit} number={2} />
      <ReadingsEntry visit={visit} number={3} />
      <StepEntry number={4} title={say('钥匙')} note={say('放在哪里，门店按此取回')} state={visit.stateOf('keys')}>
        <KeysStep keyNote={task.left.keyNote} onChange={(keyNote) => visit.save({ keyNote })} />
      </StepEntry>
      {task.doors !== null && (
        <StepEntry
          number={5}
          title={say('锁车')}
          note={task.doors.locked ? say('车门已锁') : say('取出物品、放好钥匙后锁车')}
          state={visit.stateOf('lock')}
        >
          <Stack top={10}>
            <DoorsPart t={t} type={handoverType.return} doors={task.doors} reload={reload} />
          </Stack>
        </StepEntry>
      )}
    </VisitPage>
  )
}

function placeNote({ place }: SelfTask): string {
  if (place === null) return say('请停在门店还车范围内再提交')
  if (place.distanceM === null) return say('未提供定位，请拍一张停放位置，由门店核对')
  return say('距还车地点 {n} 米', { n: place.distanceM })
}

/** Staff have checked it: the rest is done by them. */
function Passed({ task }: { readonly task: SelfTask }) {
  const { returnedAt, submittedAt } = task
  return (
    <>
      <Notice tone="success">
        {returnedAt === null ? say('门店已通过验车，正在结算费用') : say('已还车，感谢您的使用')}
      </Notice>
      <Card pad title={say('还车')}>
        <Stack gap={8}>
          <KeyValue rows={[{ label: say('还车时间'), value: sayMoment(returnedAt ?? submittedAt ?? 0) }]} />
          <Note>{say('费用、押金与还车合同由门店办理，需要补款或签字时会发给您链接')}</Note>
        </Stack>
      </Card>
    </>
  )
}

/** The usual places of the keys. */
const usual = ['门店还车箱', '交给门店员工', '车内手套箱'] as const satisfies readonly Phrase[]

interface KeysProps {
  readonly keyNote: string
  /** Called once the value is complete. */
  readonly onChange: (keyNote: string) => void
}

/** Where the keys are, for the person who collects the car. */
function KeysStep({ keyNote, onChange }: KeysProps) {
  const [text, setText] = useState(keyNote)
  return (
    <Stack gap={10} top={10}>
      <Row gap={8} wrap>
        {usual.map((one) => (
          <Button
            key={one}
            size="s"
            variant={text === one ? 'tint' : 'outline'}
            onClick={() => {
              setText(one)
              onChange(one)
            }}
          >
            {say(one)}
          </Button>
        ))}
      </Row>
      <Field label={say('钥匙位置')}>
        <TextInput
          placeholder={say('如 还车箱 3 号格')}
          maxLength={100}
          value={translate(text)}
          onChange={({ target }) => setText(target.value)}
          onBlur={() => text.trim() !== keyNote && onChange(text.trim())}
        />
      </Field>
    </Stack>
  )
}
