import { Button, IconButton } from '../../ui/button.tsx'
import { Period } from '../../ui/date/period.tsx'
import { Progress, Steps, Timeline } from '../../ui/frame/steps.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { iconPaths } from '../../ui/icon-paths.ts'
import { Grid, Row, Stack } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { toast } from '../../ui/modal/toast.ts'
import { Card, CardMore } from '../../ui/show/card.tsx'
import { Cell } from '../../ui/show/cell.tsx'
import { Money } from '../../ui/show/money.tsx'
import { Plate } from '../../ui/show/plate.tsx'
import { Compare, FeeLine, FeeTotal, KeyValue } from '../../ui/show/rows.tsx'
import { Avatar, Badge, StatusDot, type StatusMark, Tag } from '../../ui/show/tag.tsx'
import { Specimen } from './specimen.tsx'

const statuses = ['未提交', '已提交', '确认中', '已确认', '已排车', '已取车', '已还车', '取消中', '已取消']
const icons = Object.keys(iconPaths) as IconName[]
const say = (text: string) => () => toast(text)

/** Buttons, words, marks, rows, bills and progress. */
export default function Basics() {
  return (
    <>
      <Specimen name="按钮">
        <Stack as={Card} gap={12} pad={16}>
          <Button variant="primary" size="l" onClick={say('办理取车')}>
            办理取车
          </Button>
          <Row gap={8} wrap>
            <Button block>上一步</Button>
            <Button variant="tint" icon="camera" block>
              拍仪表
            </Button>
          </Row>
          <Row gap={8} wrap>
            <Button variant="danger" block>
              取消订单
            </Button>
            <Button variant="destroy" block>
              取消订单
            </Button>
          </Row>
          <Row gap={8} wrap>
            <Button disabled block>
              不可用
            </Button>
            <Button variant="primary" reason="还差 1 张必拍照片" block>
              说明原因
            </Button>
            <Button variant="primary" loading block>
              提交订单
            </Button>
          </Row>
          <Row gap={8} wrap>
            <Button size="s" variant="primary">
              取车
            </Button>
            <Button size="s">换车</Button>
            <Button size="s" variant="tint">
              去核验
            </Button>
            <Button size="s" loading>
              还车
            </Button>
            <Button size="s" disabled>
              排车
            </Button>
            <Button variant="text">新建订单</Button>
            <IconButton name="bell" label="消息，有未读" dot />
            <IconButton name="scan" label="扫码" disabled />
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="状态与标签">
        <Stack as={Card} gap={12} pad={16}>
          <Row gap={8} wrap>
            {statuses.map((word, status) => (
              <StatusDot key={word} status={status as StatusMark}>
                {word}
              </StatusDot>
            ))}
          </Row>
          <StatusDot status={4} large>
            已排车
          </StatusDot>
          <Row gap={8} wrap>
            <Tag>自助取还</Tag>
            <Tag tone="primary">已授权</Tag>
            <Tag tone="success">双免</Tag>
            <Tag tone="warning">押金未收</Tag>
            <Tag tone="danger">超时 2小时</Tag>
            <Tag tone="purple">旅行平台</Tag>
            <Tag tone="outline">线下</Tag>
          </Row>
          <Row gap={8} wrap>
            <Plate plate="沪AD6J19" size="s" />
            <Plate plate="沪AD6J19" />
            <Plate plate="沪AF88213" size="s" />
            <Plate plate="沪AF88213" />
            <Plate plate={null} />
            <Plate plate="沪AD6J19" size="l" />
            <Plate plate="沪AF88213" size="l" />
          </Row>
          <Row gap={8} wrap>
            <Avatar>周</Avatar>
            <Avatar tone="purple" square>
              海
            </Avatar>
            <Avatar tone="success" size={36}>
              刘
            </Avatar>
            <Avatar tone="neutral" size={28}>
              郑
            </Avatar>
            <Badge count={3} />
            <Badge count={128} />
            <Badge count={11} quiet />
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="时段与金额">
        <Stack as={Card} gap={12} pad={16}>
          <Period
            well
            from={{ main: '10:00', caption: '11-20 今天 · 到店' }}
            to={{ main: '10:00', caption: '11-23 周一 · 到店' }}
            length="3天"
          />
          <Period
            captionAbove
            from={{ main: '11-20 10:00', caption: '取车' }}
            to={{ main: '11-23 10:00', caption: '还车' }}
            length="3天"
          />
          <Row gap={8} wrap>
            <Money fen={86400} />
            <Money fen={86400} size="l" />
            <Money fen={1286000} size="display" />
            <Money fen={22800} size="l" per="天" />
            <Money fen={-4500} />
            <Money fen={0} free />
            <Money fen={59800} old />
            <Money fen={null} />
          </Row>
        </Stack>
      </Specimen>
      <Specimen name="卡片与行">
        <Card title="客户" extra={<CardMore>全部 14</CardMore>}>
          <Cell lead={<Avatar>周</Avatar>} label="周明轩" note="186****0937 · 第 3 次租车" extra={<Tag>已实名</Tag>} />
          <Cell label="驾驶证" align="right" onClick={say('驾驶证')}>
            C1 · 2031-06 到期
          </Cell>
          <Cell label="取车门店" onClick={say('取车门店')} extra={<Tag tone="primary">到店取车</Tag>}>
            虹桥机场店
          </Cell>
          <Cell label="还车门店" placeholder="请选择" onClick={say('还车门店')} />
          <Cell label="订单号" href="#order" align="right">
            D2611188213
          </Cell>
        </Card>
      </Specimen>
      <Specimen name="费用行">
        <Card title="费用" extra={<CardMore>明细与流水</CardMore>} pad>
          <FeeLine label="车辆租金" basis="¥228.00 × 3天" fen={68400} />
          <FeeLine label="尊享保障" basis="¥35.00 × 3天" fen={10500} />
          <FeeLine
            label="超时费"
            extra={<Tag tone="primary">自动</Tag>}
            basis="¥30.00/小时 × 3 小时"
            fen={9000}
            stacked
          />
          <FeeLine label="满三天立减" fen={-4500} />
          <FeeTotal
            label="订单总额"
            fen={86400}
            extra={<Tag tone="success">平台已收</Tag>}
            note="原路退回，1 ~ 3 个工作日到账"
          />
        </Card>
      </Specimen>
      <Specimen name="对照">
        <Card pad>
          <Compare
            caption="取还对比"
            columns={['取车', '还车', '差额']}
            rows={[
              { label: '时间', cells: ['11-17 07:26', '11-20 09:41', '+2时15分'] },
              { label: '里程', cells: ['23,410', '24,056', '646 km'] },
              { label: '油量', cells: ['8/8', '6/8', '−2 格'] },
            ]}
          />
          <KeyValue
            rows={[
              { label: '租车押金 · 已授权', value: '¥3,000.00' },
              { label: '违章押金', value: '¥2,000.00', note: '12-20 退' },
            ]}
          />
        </Card>
      </Specimen>
      <Specimen name="步骤">
        <Steps
          current={3}
          items={[
            { label: '提交', note: '11-18' },
            { label: '确认', note: '11-18' },
            { label: '排车', note: '今天 08:40' },
            { label: '取车', note: '今天 10:00' },
            { label: '还车', note: '11-23' },
          ]}
        />
        <Steps
          current={2}
          onPick={(index) => toast(`第 ${index + 1} 步`)}
          items={['核验客户', '证件', '验车', '照片', '损伤', '收押金', '签合同', '签字', '交车'].map((label) => ({
            label,
          }))}
        />
        <Progress value={67} label="已选权限" />
      </Specimen>
      <Specimen name="时间线">
        <Card pad>
          <Timeline
            items={[
              { key: '3', title: '排车 沪A·F88213', time: '今天 08:40', note: '陈思远', tone: 'primary' },
              { key: '2', title: '商家确认', time: '11-18 20:16', tone: 'success' },
              { key: '1', title: '客户提交', time: '11-18 20:14', note: '旅行平台' },
            ]}
          />
        </Card>
      </Specimen>
      <Specimen name="提示条">
        <Notice action={{ label: '查看', onClick: say('查看') }}>1 条违章将在 2 天内到期</Notice>
        <Notice tone="danger">第 3 期逾期 19 天</Notice>
        <Notice tone="primary" onClose={say('已关闭')}>
          支持连拍和视频，最多 20 个，弱网自动续传
        </Notice>
        <Notice tone="success">证件已识别，核对后保存</Notice>
      </Specimen>
      <Specimen name="图标">
        <Grid as={Card} fit={76} gap={[12, 4]} pad={16} className="demo-icons">
          {icons.map((name) => (
            <Stack as="span" key={name} gap={4} align="center" size="xs">
              <Icon name={name} size={24} />
              {name}
            </Stack>
          ))}
        </Grid>
      </Specimen>
    </>
  )
}
