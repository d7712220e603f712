import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { formatClock } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, feedback, useWrite } from '../../../kernel/call/calls.ts'
import { canLocate, type Located } from '../../../kernel/device/position.ts'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { Button, Card, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sayMoment } from '../../../words/dates.ts'
import type { Phrase } from '../../../words/english/column.ts'
import { say, translate } from '../../../words/words.ts'
import { PhotosEntry, ReadingsEntry } from '../parts/car-entries.tsx'
import type { VisitProps } from '../parts/customer-page.tsx'
import { DoorsPart } from '../parts/doors-part.tsx'
import { PhotoGrid, parkingPlace } from '../parts/photos-step.tsx'
import type { SelfTask } from '../parts/task.ts'
import { useHere } from '../parts/use-here.ts'
import { useVisit, type Visit } from '../parts/visit.ts'
import { VisitPage } from '../parts/visit-page.tsx'

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

/** Where the car is parked: by the phone's position or, without one, by a picture; with a description. */
function PlaceStep({ visit }: { readonly visit: Visit }) {
  const { t, task, uploads, drop, reload, save } = visit
  const { locating, here } = useHere(say('选择不提供位置'))
  const [note, setNote] = useState(task.left.parkingNote)
  const place = useWrite(calls.selfService.place, { onDone: reload })
  const unknown = task.place !== null && task.place.distanceM === null
  async function tell(position: Located | undefined) {
    const answer = await place.run({ t, position })
    if (answer && answer.distanceM === null && position !== undefined)
      feedback.toast(say('定位不够准确，请拍一张停放位置，由门店核对'))
  }
  async function fromPhone() {
    const position = await here()
    if (position !== null) await tell(position)
  }
  return (
    <Stack gap={10} top={10}>
      <Row gap={8} wrap>
        {canLocate() && (
          <Button
            icon="pin"
            variant={task.place === null ? 'primary' : 'outline'}
            loading={locating || (place.pending && !unknown)}
            onClick={() => void fromPhone()}
          >
            {task.place === null ? say('确认停放位置') : say('重新定位')}
          </Button>
        )}
        {!unknown && (
          <Button
            variant="text"
            reason={place.pending ? say('正在确认') : undefined}
            onClick={() => void tell(undefined)}
          >
            {say('不提供位置')}
          </Button>
        )}
      </Row>
      <PhotoGrid
        task={task}
        uploads={uploads}
        onDrop={drop}
        places={[parkingPlace(unknown)]}
        onAdd={(slot) => void uploads.pick({ slot })}
        closed
      />
      <Field label={say('车位说明')} optional>
        <TextInput
          placeholder={say('车位号、楼层，如 B2-042')}
          maxLength={50}
          value={note}
          onChange={({ target }) => setNote(target.value)}
          onBlur={() => note !== task.left.parkingNote && save({ parkingNote: note })}
        />
      </Field>
    </Stack>
  )
}
