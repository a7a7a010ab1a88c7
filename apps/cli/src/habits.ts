import type { Command } from 'commander';
import { Option } from 'commander';

/** An option that hands type out of habit, and that says what is so anyway: folders go whole (-r). Help is silent about it. */
export const habit = (command: Command, flags: string): Command => command.addOption(new Option(flags).hideHelp());
