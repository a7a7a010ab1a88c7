import { systemClock } from '../clock.ts';
import { examine, report } from '../doctor/doctor.ts';
import { desktopDirOf, parseRun, placeOf, readPort, restoreLine } from './options.ts';
import { say } from './say.ts';

/** Prints what this machine and this data folder lack. Exits with 1 when a box would not start. */
export const doctor = async (args: readonly string[]): Promise<void> => {
  const values = parseRun(args);
  const dataDir = placeOf(values.data);
  const findings = await examine({
    dataDir,
    desktopDir: desktopDirOf(values.desktop),
    port: readPort(values.port),
    embedded: values.account === undefined,
    clock: systemClock,
    restore: restoreLine(dataDir, values.account),
  });
  for (const line of report(findings)) say(line);
  if (findings.some((finding) => finding.level === 'fail')) process.exitCode = 1;
};
