import { checkResult, isVerified } from '@cheyi/domain/rental/driver/codes'
import { consentKind } from '@cheyi/domain/rental/driver/consent'
import { documentName, FACE } from '@cheyi/domain/rental/driver/documents'
import { isValidAlone } from '@cheyi/domain/rental/driver/licence-kind'
import {
  type CheckedPaper,
  checkedPapers,
  checkFault,
  faultText,
  reasonFields,
} from '@cheyi/domain/rental/driver/paper-check'
import { missingSlots } from '@cheyi/domain/rental/driver/papers'
import { localDate } from '@cheyi/domain/time'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { StaleNotice } from '../../../form/stale-notice.tsx'
import { feedback } from '../../../kernel/call/calls.ts'
import { usePatch } from '../../../kernel/page/pages.tsx'
import { go, goBack } from '../../../kernel/page/router.ts'
import { confirm } from '../../../page/open.ts'
import { Page } from '../../../page/page.tsx'
import { Field, TextInput } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Button, Card, Grid, Grow, MainButton, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { orderScreens } from '../../order/screens.ts'
import { ConsentBox, useConsentText } from '../parts/consent-box.tsx'
import { DocumentTile } from '../parts/document-tile.tsx'
import { PAPERS, rentalProblems } from '../parts/entry.ts'
import { answerMark, checkedNote, checkWords, noAnswerText, type PersonDetail } from '../parts/person-words.ts'
import { ReadingNotes } from '../parts/reading-notes.tsx'
import { verifyMark } from '../parts/verify-mark.ts'
import { driverScreens } from '../screens.ts'
import { IdentityCard } from './identity-card.tsx'
import { LicenceCard } from './licence-card.tsx'
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
            hint={`核验通过前还需拍${missing.map((slot) => documentName(slot, entry.identityType, entry.licenceKind)).join('、')}；无法留存时填写原因`}
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

/** Answers of state registers on the documents, and the reasons for overruling them. */
const RegisterPart = ({ form }: { form: PersonForm }) =>
  checkedPapers.map((paper) => <PaperPart key={paper} paper={paper} form={form} />)

const usual: Readonly<Record<CheckedPaper, readonly string[]>> = {
  idCard: ['客户曾更名，已核对证明', '已当面核对原件与本人'],
  licence: ['已核对交管12123电子驾驶证', '已当面核对驾驶证原件'],
}

/** Why somebody drives with a licence from elsewhere. */
const agreements = ['发证国与中国有驾驶证互认协议', '适用内地与澳门驾驶证互认']

function PaperPart({ form, paper }: { form: PersonForm; paper: CheckedPaper }) {
  const { stored, entry, problems, busy, dirty } = form
  const { answer, fault, isAsked, reason, setReason } = form.registers[paper]
  const known = answer.result !== checkResult.unchecked
  if (!known && !isAsked && fault === null) return null
  const { name, ask, hint } = checkWords[paper]
  const mark = answerMark(paper, answer, entry)
  const kept = paper === 'idCard' ? stored?.identityCheck : stored?.licenceCheck
  async function check(personId: string) {
    const checked = await form.check(paper, personId)
    if (checked && checked.outcome !== 'answered') feedback.toast(noAnswerText(paper, checked.outcome))
  }
  return (
    <>
      <Row gap={8} align="center" role="status">
        <Grow>
          <Row gap={8} align="center" wrap>
            {name}
            <Tag tone={mark.tone}>{mark.text}</Tag>
            {known && kept && <Note num>{checkedNote(kept)}</Note>}
          </Row>
          {!known && isAsked && <Note>{hint}</Note>}
        </Grow>
        {stored && !dirty && isAsked && (!known || fault) && (
          <Button size="s" variant="tint" loading={busy} onClick={() => void check(stored.personId)}>
            {known ? '再查一次' : ask}
          </Button>
        )}
      </Row>
      {fault && (
        <ReasonField
          label={paper === 'idCard' ? '仍然核验通过的原因' : '驾驶证仍然核验通过的原因'}
          hint={fault.text === mark.text ? fault.advice : `${fault.text}。${fault.advice}`}
          error={problems[reasonFields[paper]]}
          usual={isValidAlone(entry.licenceKind) || paper === 'idCard' ? usual[paper] : agreements}
          placeholder="如登记信息有误，请说明"
          value={reason}
          onChange={setReason}
        />
      )}
    </>
  )
}

/** Pictures of both documents. The customer's consent to their storage is requested once. */
function PhotosCard({ form }: { form: PersonForm }) {
  const { entry, pictures, problems, agreedBefore, consent, setConsent, asked } = form
  const isConsentShown = useConsentText(consentKind.documents) !== undefined
  /** Taking a picture gives the consent shown above and ticks it, which saves a separate tap. */
  const agrees = !agreedBefore && !consent && isConsentShown
  const needed = asked ? missingSlots(asked, entry, []) : PAPERS
  return (
    <Card pad title="证件照片">
      {!agreedBefore && (
        <ConsentBox
          kind={consentKind.documents}
          below={12}
          checked={consent}
          onChange={setConsent}
          error={problems.consent}
        />
      )}
      <Grid fit={140} gap={12}>
        {PAPERS.map((slot) => {
          const tile = pictures.tile(slot)
          return (
            <DocumentTile
              key={slot}
              name={documentName(slot, entry.identityType, entry.licenceKind)}
              optional={!needed.includes(slot)}
              error={problems[slot]}
              {...tile}
              agrees={agrees}
              onTake={() => {
                if (agrees) setConsent(true)
                tile.onTake()
              }}
            />
          )
        })}
      </Grid>
      {problems.pictures && (
        <Note top={4} ink="danger" role="alert">
          {problems.pictures}
        </Note>
      )}
      <ReadingNotes reading={form.reading} />
    </Card>
  )
}

/** A picture of the face: requires a separate consent, and is always optional. */
function FaceCard({ form }: { form: PersonForm }) {
  const { pictures, problems, faceConsent, setFaceConsent } = form
  return (
    <Card pad title="人脸照片" extra="选填">
      <ConsentBox
        kind={consentKind.face}
        checked={faceConsent}
        onChange={setFaceConsent}
        error={problems.faceConsent}
      />
      {faceConsent && (
        <Grid fit={140} gap={12} top={12}>
          <DocumentTile name="人脸" error={problems[FACE]} {...pictures.tile(FACE)} />
        </Grid>
      )}
    </Card>
  )
}

interface ReasonFieldProps {
  readonly label: string
  readonly optional?: boolean
  readonly hint: string
  readonly error: string | undefined
  /** The most frequent reasons; others are typed. */
  readonly usual: readonly string[]
  readonly placeholder: string
  readonly value: string
  readonly onChange: (reason: string) => void
}

/** Why documents are verified despite a fault. */
function ReasonField({ label, optional, hint, error, usual, placeholder, value, onChange }: ReasonFieldProps) {
  const options = usual.map((one) => ({ value: one, label: one }))
  return (
    <Field label={label} optional={optional} error={error} hint={hint}>
      <Stack gap={8}>
        <ChipRadios look="wrap" label="常用原因" options={options} value={value} onChange={onChange} />
        <TextInput
          value={value}
          maxLength={100}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
        />
      </Stack>
    </Field>
  )
}
