import { identityResult, isMismatch } from '@cheyi/domain/driver/identity-check'
import { feedback } from '../../kernel/call/feedback.ts'
import { Button } from '../../ui/button.tsx'
import { Grow, Note, Row } from '../../ui/layout.tsx'
import { Tag } from '../../ui/show/tag.tsx'
import { checkedNote, resultMark, unanswered } from '../parts/person-words.ts'
import { ReasonField } from './reason-field.tsx'
import type { PersonForm } from './use-entry.ts'

/** What the register of the police says of the name and number, and why they are passed against its word. */
export function RegisterPart({ form }: { form: PersonForm }) {
  const { stored, result, isRegistered, mismatch, setMismatch, problems, busy, dirty } = form
  const known = result !== identityResult.unchecked
  if (!known && !isRegistered) return null
  const mark = resultMark(result)
  async function check(personId: string) {
    const checked = await form.check(personId)
    if (checked && checked.outcome !== 'answered') feedback.toast(unanswered[checked.outcome])
  }
  return (
    <>
      <Row gap={8} align="center" role="status">
        <Grow>
          <Row gap={8} align="center" wrap>
            实名核验
            <Tag tone={mark.tone}>{mark.text}</Tag>
            {known && stored && <Note num>{checkedNote(stored.identityCheck)}</Note>}
          </Row>
          {!known && <Note>核验通过前自动与公安登记的姓名、号码比对；驾驶证由人工核对</Note>}
        </Grow>
        {stored && !dirty && isRegistered && result !== identityResult.same && (
          <Button size="s" variant="tint" loading={busy} onClick={() => void check(stored.personId)}>
            {known ? '再查一次' : '公安核验'}
          </Button>
        )}
      </Row>
      {isMismatch(result) && (
        <ReasonField
          label="仍然核验通过的原因"
          hint="请核对是否输错姓名或号码；确认无误仍要通过的，填写原因"
          error={problems.mismatchReason}
          usual={['客户曾更名，已核对证明', '已当面核对原件与本人']}
          placeholder="如登记信息有误，请说明"
          value={mismatch}
          onChange={setMismatch}
        />
      )}
    </>
  )
}
