export function chromiumProgram(): string | null
