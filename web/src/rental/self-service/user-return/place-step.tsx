import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { canLocate, type Located } from '../../../kernel/device/position.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { TextInput } from '../../../ui/field/input.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { say } from '../../../words/words.ts'
import { PhotoGrid, parkingPlace } from '../parts/photos-step.tsx'
import { useHere } from '../parts/use-here.ts'
import type { Visit } from '../parts/visit.ts'

/** Where the car is parked: by the phone's position or, without one, by a picture; with a description. */
export function PlaceStep({ visit }: { readonly visit: Visit }) {
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
