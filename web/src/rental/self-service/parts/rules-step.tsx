import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Box, Stack, Text } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import type { SelfTask } from './task.ts'

interface RulesProps {
  readonly task: SelfTask
  readonly onAgree: (agreed: boolean) => void
}

/** Price, deposits and rules, shown before anything is signed. */
export function RulesStep({ task, onAgree }: RulesProps) {
  const [open, setOpen] = useState(!task.agreed)
  // Ticked at once, before the server has answered.
  const [agreed, setAgreed] = useState(task.agreed)
  return (
    <Stack gap={10} top={8}>
      {open ? (
        task.rules.map(({ title, rows }) => (
          <Box key={title}>
            <Text as="h3" size="s" weight="b" below={4}>
              {title}
            </Text>
            <KeyValue rows={rows.map(({ label, text }) => ({ label, value: text || '—' }))} />
          </Box>
        ))
      ) : (
        <Button size="s" onClick={() => setOpen(true)}>
          查看费用与约定
        </Button>
      )}
      <Checkbox
        checked={agreed}
        onChange={({ target }) => {
          setAgreed(target.checked)
          onAgree(target.checked)
        }}
      >
        我已阅读并同意以上费用、押金与租车约定，并同意门店留存本次车况照片
      </Checkbox>
    </Stack>
  )
}
