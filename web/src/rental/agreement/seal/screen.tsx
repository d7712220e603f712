import { formatNear } from '@cheyi/domain/near'
import { DAY, localDate } from '@cheyi/domain/time'
import { ask, calls, feedback, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { confirm, open } from '../../../page/open.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Note, Notice, Row, Stack } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { agreementScreens } from '../screens.ts'

const sheets = () => import('./sheets.tsx')

const ABOUT =
  '电子合同签署后由证书签名，任何改动都能被发现。没有上传证书时，本店在首次签署时自动生成一张：它证明文件没有被改，不证明公司是谁；由依法设立的电子认证机构签发的证书两者都能证明。'

type Stamp = OutputOf<typeof calls.agreement.stamp>['stamp']

/** How early the end of a certificate is announced. */
const SOON = 30 * DAY

/** The certificates that sign the merchant's documents. */
export default page(agreementScreens.seal, () => {
  const [list, { stamp }] = useAnswers(ask(calls.agreement.certificates, {}), ask(calls.agreement.stamp, {}))
  const now = useNow()
  const retire = useWrite(calls.agreement.retireCertificate)
  const current = list.find((one) => one.current)
  const ends = current !== undefined && !current.selfIssued && current.notAfter - now < SOON

  async function stop(certificateId: string) {
    const sure = await confirm({
      title: '停用这张证书？',
      body: '已签署的合同不受影响；之后的合同由其他有效证书签名，没有时使用本店自签证书',
      confirm: '停用',
      danger: true,
    })
    if (sure && (await retire.run({ certificateId }))) feedback.toast('证书已停用')
  }
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton onClick={() => void open(sheets, 'UploadSheet', {})}>上传公司证书</MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12}>
        {ends && (
          <Notice tone="warning">
            签名证书将于 {localDate(current.notAfter)} 到期，请尽快向签发机构更换并上传新证书
          </Notice>
        )}
        <StampCard stamp={stamp} />
        {list.map((one) => (
          <Card
            pad
            key={one.certificateId}
            title={one.selfIssued ? '本店自签证书' : one.issuer}
            extra={
              one.current ? (
                <Tag tone="success">使用中</Tag>
              ) : (
                <Tag>{one.retiredAt !== null ? '已停用' : one.notAfter <= now ? '已到期' : '备用'}</Tag>
              )
            }
          >
            <KeyValue
              rows={[
                { label: '持有人', value: one.subject },
                { label: '有效期', value: `${localDate(one.notBefore)} 至 ${localDate(one.notAfter)}` },
                { label: '序列号', value: one.serial },
              ]}
            />
            {!one.selfIssued && one.retiredAt === null && one.notAfter > now && (
              <Button size="s" variant="danger" loading={retire.pending} onClick={() => void stop(one.certificateId)}>
                停用
              </Button>
            )}
          </Card>
        ))}
        <Note pad={[0, 4]}>{ABOUT}</Note>
      </Stack>
    </Page>
  )
})

/** The seal picture that is printed on documents. */
function StampCard({ stamp }: { readonly stamp: Stamp }) {
  const retire = useWrite(calls.agreement.retireStamp)
  const now = useNow()
  async function stop(stampId: string) {
    const sure = await confirm({
      title: '停用这个印章图样？',
      body: '已生成的合同不受影响；之后的合同由系统绘制印章',
      confirm: '停用',
      danger: true,
    })
    if (sure && (await retire.run({ stampId }))) feedback.toast('印章图样已停用')
  }
  return (
    <Card pad title="印章图样" extra={stamp === null ? <Tag>系统绘制</Tag> : <Tag tone="success">使用中</Tag>}>
      {stamp === null ? (
        <Note>合同盖章处现由系统按商家名称绘制。可上传公司印章的图片，白色部分打印时透明。</Note>
      ) : (
        <>
          <Note>{[formatNear(stamp.createdAt, now), stamp.createdByName].filter(Boolean).join(' · ')}</Note>
          {stamp.picture !== null && <Photos photos={[stamp.picture]} noun="印章图样" />}
        </>
      )}
      <Row gap={8} top={12} justify="end">
        {stamp !== null && (
          <Button size="s" variant="danger" loading={retire.pending} onClick={() => void stop(stamp.stampId)}>
            停用
          </Button>
        )}
        <Button size="s" onClick={() => void open(sheets, 'StampSheet', {})}>
          {stamp === null ? '上传印章图样' : '更换'}
        </Button>
      </Row>
    </Card>
  )
}
