import { systemClock } from '../../platform/clock.ts';
import { runChecks, formatFindings } from '../../bin/doctor/run-checks.ts';
import { desktopDirOf, parseRunOptions, resolvePath, parsePort, restoreCommandFor } from './command-options.ts';
import { printLine } from './print-line.ts';

/** Prints what this machine and this data folder lack. Exits with 1 when a box would not start. */
export const runDoctor = async (args: readonly string[]): Promise<void> => {
  const values = parseRunOptions(args);
  const dataDir = resolvePath(values.data);
  const findings = await runChecks({
    dataDir,
    desktopDir: desktopDirOf(values.desktop),
    port: parsePort(values.port),
    embedded: values.account === undefined,
    clock: systemClock,
    restore: restoreCommandFor(dataDir, values.account),
  });
  for (const line of formatFindings(findings)) printLine(line);
  if (findings.some((finding) => finding.level === 'fail')) process.exitCode = 1;
};
