import { checkResult, isVerified } from '@cheyi/domain/rental/driver/codes'
import { documentName } from '@cheyi/domain/rental/driver/documents'
import { checkedPapers, checkFault, faultText, reasonFields } from '@cheyi/domain/rental/driver/paper-check'
import { localDate } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { feedback } from '../../../kernel/call/feedback.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { go, goBack } from '../../../kernel/page/router.ts'
import { confirm } from '../../../page/confirm.ts'
import { Page } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Card, Note, Stack } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { orderScreens } from '../../order/screens.ts'
import { rentalProblems } from '../parts/entry.ts'
import type { PersonDetail } from '../parts/person-words.ts'
import { verifyMark } from '../parts/verify-mark.ts'
import { driverScreens } from '../screens.ts'
import { IdentityCard } from './identity-card.tsx'
import { LicenceCard } from './licence-card.tsx'
import { FaceCard, PhotosCard } from './photos-card.tsx'
import { ReasonField } from './reason-field.tsx'
import { RegisterPart } from './register-part.tsx'
import { type PersonForm, usePersonForm } from './use-entry.ts'

interface EntryFormProps {
  /** null: a new customer. */
  readonly stored: PersonDetail | null
  readonly refetch: () => void
  /** The rental that the entry is made for. */
  readonly order: OrderDetail | undefined
}

const back = () => goBack(orderScreens.list.path)

/** A customer's documents, typed from the originals, and whether they were compared with them. */
export function EntryForm({ stored, refetch, order }: EntryFormProps) {
  const form = usePersonForm(stored, refetch)
  const patch = usePatch()
  const { entry, dirty, busy, overtaken } = form
  // A fault reported after the verification also needs a reason.
  const open = checkedPapers.some((paper) => form.registers[paper].fault && !stored?.[reasonFields[paper]])
  const passed = isVerified(stored?.verifyStatus) && !open
  const needs = order && rentalProblems(entry, stored, rentalOf(order))

  async function save() {
    if (!(await form.save())) return
    feedback.toast('客户资料已保存')
    back()
  }
  async function judge(pass: boolean) {
    // The verification confirms the holder's identity: a difference from the picture must be decided first, where the page asks.
    if (pass && form.reading.conflicts.length > 0) {
      document.querySelector('[data-differs]')?.scrollIntoView({ block: 'center' })
      return
    }
    const saved = await form.save({ forPass: pass })
    if (!saved) return
    if (pass && !(await heard(saved.personId))) return patch({ personId: saved.personId })
    if (await form.verify(saved, pass)) {
      feedback.toast(pass ? '证件已核验' : '已记为核验未通过')
      return back()
    }
    // It is stored now: remaining errors are fixed in the stored file.
    patch({ personId: saved.personId })
  }
  /** Queries the registers before a verification; the page then shows their answers. @returns whether they report no fault */
  async function heard(personId: string): Promise<boolean> {
    const unasked = checkedPapers.filter((paper) => {
      const { isAsked, answer } = form.registers[paper]
      return isAsked && answer.result === checkResult.unchecked
    })
    const said = await Promise.all(unasked.map(async (paper) => ({ paper, answer: await form.check(paper, personId) })))
    const faults = said.flatMap(({ paper, answer }) => (answer && checkFault(paper, answer, entry)) ?? [])
    if (faults[0] === undefined) return true
    feedback.toast(faultText(faults[0]), 'error')
    return false
  }
  async function fail() {
    const sure = await confirm({
      title: '核验不通过？',
      body: '证件与本人或原件不符，该客户不能取车',
      confirm: '核验不通过',
      cancel: '再想想',
      danger: true,
    })
    if (sure) await judge(false)
  }
  return (
    <Page
      title={stored?.identityNo ? '修改证件' : undefined}
      onBack={back}
      footer={
        <ActionBar>
          <Button
            size="l"
            block
            reason={stored && !dirty ? '内容没有改动' : undefined}
            loading={busy}
            onClick={() => void save()}
          >
            保存
          </Button>
          {(!passed || dirty) && (
            <MainButton loading={busy} onClick={() => void judge(true)}>
              {dirty ? '保存并核验通过' : '核验通过'}
            </MainButton>
          )}
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <StaleNotice staleness={overtaken} />
        {stored?.blacklist && <Notice tone="danger">该客户在黑名单中：{stored.blacklistReason || '未填写原因'}</Notice>}
        <PhotosCard form={form} />
        <IdentityCard
          form={form}
          onTwin={(personId) => go(driverScreens.personEntry, { personId, orderId: order?.orderId }, { replace: true })}
        />
        <LicenceCard form={form} />
        {needs && needs.length > 0 && <Notice>本单取车前还需处理：{needs.join('；')}</Notice>}
        <FaceCard form={form} />
        <VerifyCard form={form} onFail={() => void fail()} />
      </Stack>
    </Page>
  )
}

const rentalOf = ({ pickupAt, returnAt, model }: OrderDetail) => ({
  pickupOn: localDate(pickupAt),
  returnOn: localDate(returnAt),
  licenceClass: model.licenceClass,
})

/** What is compared, and why it is verified without required pictures or against the register's answer. */
function VerifyCard({ form, onFail }: { form: PersonForm; onFail: () => void }) {
  const { entry, stored, busy, missing, waived, setWaived, problems } = form
  const mark = stored && verifyMark(stored)
  return (
    <Card pad title="证件核验" extra={mark && <Tag tone={mark.tone}>{mark.text}</Tag>}>
      <Stack gap={12}>
        <Note>请对照证件原件与客户本人，确认姓名、号码、有效期和准驾车型一致</Note>
        <RegisterPart form={form} />
        {missing.length > 0 && (
          <ReasonField
            label="未留存照片的原因"
            optional
            hint={`核验通过前还需拍${missing.map((slot) => documentName(slot, entry.identityType)).join('、')}；无法留存时填写原因`}
            error={problems.waiveReason}
            usual={['客户不同意留存，已核对原件', '已另存纸质复印件']}
            placeholder="如不能拍照，请说明"
            value={waived}
            onChange={setWaived}
          />
        )}
        <Box>
          <Button variant="danger" size="s" loading={busy} onClick={onFail}>
            核验不通过
          </Button>
        </Box>
      </Stack>
    </Card>
  )
}
