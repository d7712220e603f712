import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { parseWireTime } from '@cheyi/domain/time'
import { carOptions, useCars } from '../../../fleet/ticket/parts/car-options.ts'
import { insuranceCreate } from '../../../form/calls/insurance-create.gen.ts'
import { draftNameOf } from '../../../form/form-call.ts'
import { SelectField } from '../../../form/select-field.tsx'
import { slotOf, UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, feedback, useRead } from '../../../kernel/call/calls.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useReach } from '../../../kernel/user.ts'
import { Answer, Page, page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Cell, MainButton, Note, Stack } from '../../../ui/layout.tsx'
import { FactFields } from '../parts/fact-fields.tsx'
import { policyName, policyNote } from '../parts/insurance-words.ts'
import { insuranceScreens } from '../screens.ts'

/** Enters an accident: of a car, or of a case of damage, which says the car and the customer. */
export default page(insuranceScreens.create, ({ vehicleId, damageId, at, place }) => {
  const now = useNow()
  if (damageId) return <OfDamage damageId={damageId} />
  return <CreateForm given={{ vehicleId: vehicleId || null, occurAt: Number(at) || now, place }} />
})

function OfDamage({ damageId }: { readonly damageId: string }) {
  const [{ vehicleId, course, caseId }] = useAnswers(ask(calls.insurance.draft, { damageId }))
  const link = linkTo(useReach(), insuranceScreens.detail, { caseId: caseId ?? '' })
  if (caseId !== null)
    return (
      <Page>
        <Card>
          <Cell label="该车损单已有保险案件" note="打开查看进度" {...link} />
        </Card>
      </Page>
    )
  return <CreateForm given={{ damageId, vehicleId, course, occurAt: null }} />
}

interface Given {
  readonly vehicleId: string | null
  readonly occurAt: number | null
  readonly damageId?: string
  readonly course?: string
  readonly place?: string
}

function CreateForm({ given }: { readonly given: Given }) {
  const { vehicleId: car, damageId } = given
  const id = damageId ?? car ?? 'new'
  const uploads = useUploads('voucher', useFormFiles(draftNameOf(insuranceCreate, id), { secret: true }))
  const photos = slotOf(uploads, 'photo', '照片')
  const papers = slotOf(uploads, 'paper', '单据')
  const form = useEntry(insuranceCreate, {
    start: { ...given, parties: [] },
    draft: { id },
    files: () => ({ photoIds: photos, paperIds: papers }),
    onSent({ caseId }) {
      feedback.toast('已登记出险，请在 48 小时内报案')
      go(insuranceScreens.detail, { caseId }, { replace: true })
    },
  })
  const { fields, value } = form
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton loading={form.pending} onClick={() => void form.send()}>
            登记出险
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <Card pad>
          {car === null && <CarField of={fields.vehicleId} vehicleId={value.vehicleId} />}
          <FactFields fields={fields} parties={value.parties ?? []} onParties={(parties) => form.set({ parties })} />
        </Card>
        <Known vehicleId={value.vehicleId} damageId={damageId} occurAt={parseWireTime(value.occurAt)} />
        <Card pad>
          <UploadsField of={fields.photoIds} from={photos} addLabel="添加照片" />
          <UploadsField of={fields.paperIds} from={papers} addLabel="添加单据" />
        </Card>
      </Stack>
    </Page>
  )
}

type CarFieldOf = Parameters<typeof SelectField<string>>[0]['of']

function CarField({ of, vehicleId }: { readonly of: CarFieldOf; readonly vehicleId: string | null }) {
  const { cars, onSearch } = useCars('free', vehicleId)
  return <SelectField of={of} options={carOptions(cars)} onSearch={onSearch} title="选择车辆" />
}

interface KnownProps {
  readonly vehicleId: string | null
  readonly damageId: string | undefined
  readonly occurAt: number | null
}

/** Who had the car at that minute, and the policies that were in force. */
function Known({ vehicleId, damageId, occurAt }: KnownProps) {
  const asked = { ...(damageId ? { damageId } : { vehicleId: vehicleId ?? '' }), ...(occurAt !== null && { occurAt }) }
  const draft = useRead(calls.insurance.draft, asked, { enabled: vehicleId !== null, keepPrevious: true })
  if (vehicleId === null) return null
  return (
    <Card title="保单与客户">
      <Answer of={draft}>
        {({ plate, modelName, contactName, orderNo, policies }) => (
          <>
            <Cell label={displayPlate(plate)} note={modelName} align="right">
              {contactName === null ? '无客户用车' : contactName}
            </Cell>
            {orderNo && (
              <Cell label="订单" align="right">
                {orderNo}
              </Cell>
            )}
            {policies.map((one) => (
              <Cell key={one.documentId} label={policyName(one)} note={policyNote(one) || undefined} />
            ))}
            {policies.length === 0 && (
              <Note pad={[4, 16, 16]}>出险时没有有效保单，请在车辆页的「证件与保险」中补录</Note>
            )}
          </>
        )}
      </Answer>
    </Card>
  )
}
