import { useState } from 'react'
import { Period } from '../../../ui/date/period.tsx'
import { Progress, Steps, Timeline } from '../../../ui/frame/steps.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { iconPaths } from '../../../ui/icon-paths.ts'
import { Button, Card, CardMore, Cell, Grid, IconButton, MainButton, Notice, Stack } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { StackedBar, WayBar, ZeroBar } from '../../../ui/show/charts.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { Compare, FeeLine, FeeTotal, KeyValue } from '../../../ui/show/rows.tsx'
import { Avatar, Badge, StatusDot, type StatusMark, Tag } from '../../../ui/show/tag.tsx'
import { Line, Specimen } from './specimen.tsx'

const statuses = ['未提交', '已提交', '确认中', '已确认', '已排车', '已取车', '已还车', '取消中', '已取消']
const variants = ['primary', 'outline', 'tint', 'danger', 'destroy', 'text'] as const
const tones = ['neutral', 'primary', 'success', 'warning', 'danger', 'purple', 'outline'] as const
const icons = Object.keys(iconPaths) as IconName[]
const from = { main: '10:00', caption: '11-20 今天 · 到店' }
const to = { main: '10:00', caption: '11-23 周一 · 到店' }
const say = (text: string) => () => toast(text)

/** Buttons, texts, icons, rows, bills and progress. */
export default function Basics() {
  const [part, setPart] = useState<string>()
  return (
    <>
      <Specimen name="按钮" boxed>
        <MainButton onClick={say('办理取车')}>办理取车</MainButton>
        {(['m', 's'] as const).map((size) => (
          <Line key={size}>
            {variants.map((variant) => (
              <Button key={variant} size={size} variant={variant}>
                取消订单
              </Button>
            ))}
          </Line>
        ))}
        <Line>
          <Button disabled>不可用</Button>
          <Button reason="还差 1 张必拍照片">说明原因</Button>
          <Button loading>提交订单</Button>
          <Button icon="camera">拍仪表</Button>
          <IconButton name="bell" label="消息，有未读" dot />
          <IconButton name="scan" label="扫码" disabled />
        </Line>
      </Specimen>
      <Specimen name="状态与标签" boxed>
        <Line>
          {statuses.map((word, index) => (
            <StatusDot key={word} status={index as StatusMark} large={index === 4}>
              {word}
            </StatusDot>
          ))}
        </Line>
        <Line>
          {tones.map((tone) => (
            <Tag key={tone} tone={tone}>
              押金未收
            </Tag>
          ))}
        </Line>
        <Line>
          {(['s', 'm', 'l'] as const).map((size) =>
            ['沪AD6J19', '沪AF88213'].map((plate) => <Plate key={plate} plate={plate} size={size} />),
          )}
          <Plate plate={null} />
        </Line>
        <Line>
          <Avatar>周</Avatar>
          <Avatar square>海</Avatar>
          <Avatar tone="success" size={36}>
            刘
          </Avatar>
          <Badge count={3} />
          <Badge count={128} />
          <Badge count={11} quiet />
        </Line>
      </Specimen>
      <Specimen name="时段与金额" boxed>
        <Period well from={from} to={to} length="3天" />
        <Period captionAbove from={from} to={to} length="3天" />
        <Line>
          <Money fen={86400} />
          <Money fen={22800} size="l" per="天" />
          <Money fen={1286000} size="display" />
          <Money fen={-4500} />
          <Money fen={0} free />
          <Money fen={59800} old />
          <Money fen={null} />
        </Line>
      </Specimen>
      <Specimen name="卡片与行">
        <Card title="客户" extra={<CardMore>全部 14</CardMore>}>
          <Cell lead={<Avatar>周</Avatar>} label="周明轩" note="186****0937 · 第 3 次租车" extra={<Tag>已实名</Tag>} />
          <Cell label="取车门店" onClick={say('取车门店')} extra={<Tag tone="primary">到店取车</Tag>}>
            虹桥机场店
          </Cell>
          <Cell label="还车门店" placeholder="请选择" onClick={say('还车门店')} />
          <Cell label="订单号" href="#order" align="right">
            D2611188213
          </Cell>
        </Card>
      </Specimen>
      <Specimen name="图表" boxed>
        <ZeroBar value={7082} scale={{ low: -1510, high: 7082 }} />
        <ZeroBar value={-1390} scale={{ low: -1510, high: 7082 }} />
        <StackedBar
          title="账龄"
          chosen={part}
          onChoose={setPart}
          parts={[
            { key: 'due', label: '未到期', count: 150, text: '¥150.00', tone: 'primary' },
            { key: 'late', label: '1–30天', count: 980, text: '¥980.00', tone: 'warning', faint: true },
            { key: 'old', label: '31–60天', count: 640, text: '¥640.00', tone: 'warning' },
          ]}
        />
        <WayBar share={0.36} />
      </Specimen>
      <Specimen name="费用与对照">
        <Card title="费用" extra="3 天" pad>
          <FeeLine label="车辆租金" basis="¥228.00 × 3天" fen={68400} />
          <FeeLine label="超时费" extra={<Tag tone="primary">自动</Tag>} basis="¥30.00/小时" fen={9000} stacked />
          <FeeLine label="满三天立减" fen={-4500} />
          <FeeTotal label="订单总额" fen={86400} extra={<Tag tone="success">平台已收</Tag>} note="原路退回" />
          <Compare
            caption="取还对比"
            columns={['取车', '还车', '差额']}
            rows={[
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
      <Specimen name="步骤与时间线">
        <Steps
          current={3}
          items={['提交', '确认', '排车', '取车', '还车'].map((label) => ({ label, note: '11-18' }))}
        />
        <Steps current={2} onPick={(at) => toast(`第 ${at + 1} 步`)} items={statuses.map((label) => ({ label }))} />
        <Progress value={67} label="已选权限" />
        <Card pad>
          <Timeline
            items={[
              { key: '2', title: '排车 沪A·F88213', time: '今天 08:40', note: '陈思远', tone: 'primary' },
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
