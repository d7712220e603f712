import { checkResult } from '@cheyi/domain/rental/driver/codes'
import { type CheckedPaper, checkedPapers, reasonFields } from '@cheyi/domain/rental/driver/paper-check'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Button } from '../../../ui/button.tsx'
import { Grow, Note, Row } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { answerMark, checkedNote, checkWords, unanswered } from '../parts/person-words.ts'
import { ReasonField } from './reason-field.tsx'
import type { PersonForm } from './use-entry.ts'

/** Answers of state registers on the documents, and the reasons for overruling them. */
export const RegisterPart = ({ form }: { form: PersonForm }) =>
  checkedPapers.map((paper) => <PaperPart key={paper} paper={paper} form={form} />)

const usual: Readonly<Record<CheckedPaper, readonly string[]>> = {
  idCard: ['客户曾更名，已核对证明', '已当面核对原件与本人'],
  licence: ['已核对交管12123电子驾驶证', '已当面核对驾驶证原件'],
}

function PaperPart({ form, paper }: { form: PersonForm; paper: CheckedPaper }) {
  const { stored, entry, problems, busy, dirty } = form
  const { answer, fault, isAsked, reason, setReason } = form.registers[paper]
  const known = answer.result !== checkResult.unchecked
  if (!known && !isAsked) return null
  const { name, ask, hint } = checkWords[paper]
  const mark = answerMark(paper, answer, entry)
  const kept = paper === 'idCard' ? stored?.identityCheck : stored?.licenceCheck
  async function check(personId: string) {
    const checked = await form.check(paper, personId)
    if (checked && checked.outcome !== 'answered') feedback.toast(unanswered(paper, checked.outcome))
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
          {!known && <Note>{hint}</Note>}
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
          usual={usual[paper]}
          placeholder="如登记信息有误，请说明"
          value={reason}
          onChange={setReason}
        />
      )}
    </>
  )
}
