import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { formatClock } from '@cheyi/domain/time'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { paymentScreens } from '../../../money/payment/screens.ts'
import { AsWritten, Sent } from '../../../platform/customer-link/parts/as-written.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { StepEntry } from '../../../ui/frame/step-list.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Card, Grow, Note, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { sayMoment } from '../../../words/dates.ts'
import { say, translate } from '../../../words/words.ts'
import { agreementScreens } from '../../agreement/screens.ts'
import { PhotosEntry, ReadingsEntry } from '../parts/car-entries.tsx'
import type { VisitProps } from '../parts/customer-page.tsx'
import { DoorsPart } from '../parts/doors-part.tsx'
import { PapersStep } from '../parts/papers-step.tsx'
import type { SelfTask } from '../parts/task.ts'
import { useVisit } from '../parts/visit.ts'
import { VisitPage } from '../parts/visit-page.tsx'

const type = handoverType.pickup

/** The self-service pickup: rules, documents, photos, readings, money and contract, in any order; submitted once all are complete. */
export default function Pickup(props: VisitProps) {
  const { t, task, reload } = props
  const visit = useVisit(props, type, ['rules', 'papers', 'photos', 'readings', 'money', 'paper'])
  const { missing, stateOf } = visit
  const paper = useWrite(calls.selfService.paper)
  const submit = useWrite(calls.selfService.submitPickup, { onDone: reload })
  async function sign() {
    const answer = await paper.run({ t, type })
    if (answer && answer.t !== '') go(agreementScreens.sign, { t: answer.t, self: t })
  }
  return (
    <VisitPage
      visit={visit}
      submit={say('提交验车')}
      again={say('重新提交验车')}
      pending={submit.pending}
      onSubmit={async () => (await submit.run({ t })) !== null}
      waiting={say('{at} 已提交，门店正在核对照片，此页会自动更新；请留在车旁，不要开动车辆', {
        at: formatClock(task.handedInAt ?? 0),
      })}
      passed={<Passed t={t} task={task} reload={reload} />}
      after={task.papers.map((text) => (
        <Notice key={text}>{say('{problem}，请联系门店处理后再取车', { problem: translate(text) })}</Notice>
      ))}
    >
      <StepEntry
        number={1}
        title={say('费用与约定')}
        note={say('价格、押金与用车约定，签约前请先阅读')}
        state={stateOf('rules')}
      >
        <RulesStep task={task} onAgree={(agreed) => visit.save({ agreed })} />
      </StepEntry>
      <StepEntry number={2} title={say('证件')} note={papersNote(task)} state={stateOf('papers')}>
        {task.documents.length > 0 && <PapersStep visit={visit} />}
      </StepEntry>
      <PhotosEntry visit={visit} number={3} />
      <ReadingsEntry visit={visit} number={4} />
      <StepEntry
        number={5}
        title={say('付款与押金')}
        note={task.money.length === 0 ? say('已付清') : say('在线支付租金，办理押金')}
        state={stateOf('money')}
      >
        {task.money.length > 0 && <MoneyStep t={t} task={task} />}
      </StepEntry>
      <StepEntry
        number={6}
        title={say('签署合同')}
        note={task.paper === 'signed' ? say('已签署') : say('电子签约，约 1 分钟；拍完照片、填好里程后可签')}
        state={stateOf('paper')}
      >
        {task.paper !== 'signed' && (
          <Row top={8}>
            <Button
              variant="tint"
              loading={paper.pending}
              reason={
                missing('papers')
                  ? say('请先拍摄证件')
                  : task.documents.length > 0
                    ? say('门店核验证件后可签，请稍候')
                    : missing('photos') || missing('readings')
                      ? say('请先拍完照片、填好里程与油电')
                      : undefined
              }
              onClick={() => void sign()}
            >
              {say('去签署')}
            </Button>
          </Row>
        )}
      </StepEntry>
    </VisitPage>
  )
}

function papersNote({ documents, papers }: SelfTask): string {
  if (documents.length === 0) return papers.length === 0 ? say('门店已核验') : say('请联系门店处理')
  const again = documents.filter(({ reason }) => reason !== null).map(({ name }) => translate(name))
  if (again.length > 0) return say('{names}需要重拍', { names: again.join(say('、')) })
  const left = documents.filter(({ required, mediaId }) => required && mediaId === null).length
  return left > 0 ? say('拍摄证件原件，还差 {n} 张', { n: left }) : say('已提交，门店正在核验')
}

/** The pickup is accepted: shows where the car and its keys are. */
function Passed({ t, task, reload }: VisitProps) {
  return (
    <>
      <Notice tone="success">{say('门店已通过验车，可以取车，祝您一路平安')}</Notice>
      {task.doors !== null && (
        <Card pad title={say('车门')}>
          <DoorsPart t={t} type={type} doors={task.doors} reload={reload} />
        </Card>
      )}
      <Card pad title={say('取车说明')}>
        <Stack gap={8}>
          <Row gap={8} align="start">
            <Icon name="key" size={16} />
            <span>{task.keyNote ? <AsWritten>{task.keyNote}</AsWritten> : say('请联系门店领取钥匙')}</span>
          </Row>
          {task.parkingNote && (
            <Row gap={8} align="start">
              <Icon name="pin" size={16} />
              <span>
                <AsWritten>{task.parkingNote}</AsWritten>
              </span>
            </Row>
          )}
          <Note num>{say('请于 {until} 前还车', { until: sayMoment(task.returnAt) })}</Note>
        </Stack>
      </Card>
    </>
  )
}

/** Amounts due before the pickup, each paid on the customer payment page. */
function MoneyStep({ t, task }: { readonly t: string; readonly task: SelfTask }) {
  const pay = useWrite(calls.selfService.pay)
  async function leave({ payKind, refId }: SelfTask['money'][number]) {
    const answer = await pay.run({ t, type: handoverType.pickup, payKind, refId })
    if (answer) go(paymentScreens.pay, { t: answer.t, self: t })
  }
  return (
    <Stack gap={8} top={8}>
      {task.money.map((one) => (
        <Row key={`${one.payKind}/${one.refId}`} gap={8} wrap>
          <Grow>
            <Sent text={one.name} />
            {one.why !== '' && (
              <Note>
                <Sent text={one.why} />
              </Note>
            )}
          </Grow>
          <Money fen={one.amount} />
          {one.online ? (
            <Button size="s" variant="primary" loading={pay.pending} onClick={() => void leave(one)}>
              {say('去办理')}
            </Button>
          ) : (
            <Note>{say('请联系门店收款')}</Note>
          )}
        </Row>
      ))}
    </Stack>
  )
}

/** Price, deposits and rules, shown before anything is signed. */
function RulesStep({ task, onAgree }: { readonly task: SelfTask; readonly onAgree: (agreed: boolean) => void }) {
  const [open, setOpen] = useState(!task.agreed)
  // Ticked at once, before the server has answered.
  const [agreed, setAgreed] = useState(task.agreed)
  return (
    <Stack gap={10} top={8}>
      {open ? (
        task.rules.map(({ title, rows }) => (
          <Box key={title}>
            <Text as="h3" size="s" weight="b" below={4}>
              <Sent text={title} />
            </Text>
            <KeyValue
              rows={rows.map(({ label, text }) => ({
                label: <Sent text={label} />,
                value: text === '' ? '—' : <Sent text={text} />,
              }))}
            />
          </Box>
        ))
      ) : (
        <Button size="s" onClick={() => setOpen(true)}>
          {say('查看费用与约定')}
        </Button>
      )}
      <Checkbox
        checked={agreed}
        onChange={({ target }) => {
          setAgreed(target.checked)
          onAgree(target.checked)
        }}
      >
        {say('我已阅读并同意以上费用、押金与租车约定，并同意门店留存本次车况照片')}
      </Checkbox>
    </Stack>
  )
}
