import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { say } from '../../../words/words.ts'
import { MarksPart } from './marks-part.tsx'
import { carSlots, PhotosStep } from './photos-step.tsx'
import { ReadingsStep } from './readings-step.tsx'
import type { Visit } from './visit.ts'

interface EntryProps {
  readonly visit: Visit
  readonly number: number
}

/** Photos of the car's places, and damage reported by the customer. */
export function PhotosEntry({ visit, number }: EntryProps) {
  const { task, uploads, drop, save } = visit
  const left = carSlots(task.toTake).length
  return (
    <StepEntry
      number={number}
      title={say('拍摄车况')}
      note={photosNote(carSlots(task.slots).length, left)}
      state={visit.stateOf('photos')}
    >
      <PhotosStep task={task} uploads={uploads} onDrop={drop} />
      <MarksPart visit={visit} onChange={(damageMarks) => save({ damageMarks })} />
    </StepEntry>
  )
}

const photosNote = (n: number, left: number): string =>
  left > 0 ? say('绕车一圈，拍 {n} 张照片，还差 {left} 张', { n, left }) : say('绕车一圈，拍 {n} 张照片', { n })

/** Readings of the dashboard. */
export const ReadingsEntry = ({ visit, number }: EntryProps) => (
  <StepEntry number={number} title={say('里程与油电')} note={say('照仪表盘填写')} state={visit.stateOf('readings')}>
    <ReadingsStep
      fuelKind={visit.task.fuelKind}
      now={visit.task}
      last={visit.task.last}
      onChange={(change) => visit.save(change)}
    />
  </StepEntry>
)
