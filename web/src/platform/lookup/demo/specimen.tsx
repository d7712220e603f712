import type { ReactNode } from 'react'
import { Box, Card, Row, Stack, Text } from '../../../ui/layout.tsx'

interface SpecimenProps {
  readonly name: string
  /** Whether the specimen is drawn in a card. */
  readonly boxed?: boolean
  readonly children: ReactNode
}

/** One family of widgets below its name. */
export function Specimen({ name, boxed, children }: SpecimenProps) {
  return (
    <Box as="section" shrink className="specimen">
      <Text as="h2" pad={4} note weight="m">
        {name}
      </Text>
      <Stack as={boxed ? Card : 'div'} gap={12} pad={boxed ? 16 : 0}>
        {children}
      </Stack>
    </Box>
  )
}

/** Children side by side, wrapped to as many lines as they need. */
export const Line = ({ children }: { children: ReactNode }) => (
  <Row gap={8} wrap>
    {children}
  </Row>
)
