import { officialStates } from '@cheyi/domain/rental/violation/codes'
import { DAY } from '@cheyi/domain/time'
import type { violationCreate } from '../../../form/calls/violation-create.gen.ts'
import { CodeField } from '../../../form/code-field.tsx'
import { FenField, NumberField, TextAreaField, TextField } from '../../../form/fields.tsx'
import type { FormCall } from '../../../form/form-call.ts'
import { MomentField } from '../../../form/moment-field.tsx'
import { type Slot, UploadsField } from '../../../form/uploads-field.tsx'
import type { Entry } from '../../../form/use-entry.ts'
import { feedback } from '../../../kernel/call/calls.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { Photos } from '../../../page/photos.tsx'
import { Card } from '../../../ui/layout.tsx'
import { violationScreens } from '../screens.ts'
import type { Violation } from './violation-words.ts'

type CreateInput = typeof violationCreate extends FormCall<infer I, infer _O> ? I : never
type Facts = Omit<CreateInput, 'plate'>

interface FactFieldsProps {
  readonly fields: Pick<Entry<CreateInput, unknown>['fields'], keyof Facts>
  readonly photos: Slot
  readonly stored?: Violation['evidence']
}

/** Offices may report a violation more than a year later. */
const LATEST_TOLD = 400 * DAY

/** Time of the violation: it determines the driver. */
export function WhenField({ fields }: Pick<FactFieldsProps, 'fields'>) {
  const now = useNow()
  return <MomentField of={fields.occurAt} from={now - LATEST_TOLD} to={now} />
}

/** The facts of a violation, as reported by the office. */
export function FactFields({ fields, photos, stored = [] }: FactFieldsProps) {
  return (
    <>
      <Card pad>
        <TextField of={fields.act} placeholder="如：违反禁令标志停车" />
        <TextField of={fields.place} optional={false} />
        <NumberField of={fields.points} unit="分" />
        <FenField of={fields.fine} placeholder="未裁决可不填" />
      </Card>
      <Card pad>
        {stored.length > 0 && <Photos photos={stored} noun="违章凭证" />}
        <UploadsField of={fields.photoIds} from={photos} addLabel="添加照片" />
        <TextField of={fields.actCode} />
        <TextField of={fields.docNo} hint="决定书或违章编号，同号不重复登记" />
        <TextField of={fields.authority} />
        <CodeField of={fields.officialState} optional={false} codes={officialStates} />
        <TextAreaField of={fields.remark} rows={2} />
      </Card>
    </>
  )
}

export const isKnown = isRefusedFor('violationExists')

/** Opens the existing record when the violation was entered already. */
export async function openKnown(failure: CallFailure): Promise<void> {
  if (!isKnown(failure)) return
  const { violationId } = failure.data as { readonly violationId: string }
  if (
    await feedback.ask({
      title: '该违章已存在',
      text: '已有相同的违章，是否查看？',
      confirm: '查看',
      cancel: '返回修改',
    })
  )
    go(violationScreens.detail, { violationId })
}
